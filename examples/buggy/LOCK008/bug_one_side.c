// Rank 1 reads a cell of its own window under a shared lock with MPI_MODE_NOCHECK,
// while rank 0 takes an exclusive lock, without the assertion.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
    } else {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, MPI_MODE_NOCHECK, win); // want LOCK008 "rank 1 takes a shared lock on rank 1 with MPI_MODE_NOCHECK, but rank 0 takes an exclusive lock on rank 1,"
        value = cells[1];
        MPI_Win_unlock(1, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
