// gomarmot: ranks=3
// Rank 2 calls MPI_Win_lock_all with MPI_MODE_NOCHECK, while
// ranks 0 and 1 lock their own windows in exclusive mode.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    if (rank == 2) {
        MPI_Win_lock_all(MPI_MODE_NOCHECK, win); // want LOCK008 "rank 2 takes a shared lock on all ranks with MPI_MODE_NOCHECK, but rank . takes an exclusive lock on rank ., and neither"
        MPI_Put(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock_all(win);
    }
    if (rank < 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
        cells[1] = value;
        MPI_Win_unlock(rank, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
