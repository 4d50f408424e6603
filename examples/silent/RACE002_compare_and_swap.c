// gomarmot: ranks=3
// One rank swaps the cell, and the others read it with MPI_NO_OP, as the same
// datatype.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int result = 0, one = 1, zero = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_lock_all(0, win);
    if (rank == 0)
        MPI_Compare_and_swap(&one, &zero, &result, MPI_INT, 2, 0, win);
    else
        MPI_Fetch_and_op(&zero, &result, MPI_INT, 2, 0, MPI_NO_OP, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
