// Accumulates of one rank to one cell take effect in order, without a flush between
// them.
#include <mpi.h>

int main(int argc, char **argv) {
    int *cells;
    int value = 1, result = 0, zero = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Fetch_and_op(&zero, &result, MPI_INT, 1, 0, MPI_NO_OP, win);
    MPI_Win_unlock(1, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
