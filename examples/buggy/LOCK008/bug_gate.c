// Around the lock with MPI_MODE_NOCHECK, each rank holds a lock on a second window.
// But the lock on the second window is shared, so it does not keep the ranks apart.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells, *more;
    int value = 1;
    MPI_Win win, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_allocate(4 * sizeof *more, sizeof *more, MPI_INFO_NULL, MPI_COMM_WORLD, &more, &other);

    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, other);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win); // want LOCK008 "rank 0 takes an exclusive lock on rank 1 with MPI_MODE_NOCHECK"
    MPI_Put(&value, 1, MPI_INT, 1, rank, 1, MPI_INT, win);
    MPI_Win_unlock(1, win);
    MPI_Win_unlock(0, other);

    MPI_Win_free(&other);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
