// gomarmot: ranks=3
// MPI_NO_OP reads a cell to which another rank adds.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, result = 0, zero = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_SUM, win);
    else if (rank == 1)
        MPI_Fetch_and_op(&zero, &result, MPI_INT, 2, 0, MPI_NO_OP, win);
    else
        MPI_Get_accumulate(NULL, 0, MPI_INT, &result, 1, MPI_INT, 2, 0, 1, MPI_INT, MPI_NO_OP, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
