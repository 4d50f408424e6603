// gomarmot: ranks=3
// All sums are flushed before the barrier, and the replacement comes after it.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, zero = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    MPI_Accumulate(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Win_flush(2, win);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Accumulate(&zero, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_REPLACE, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
