// MPI_Fetch_and_op works on one element of a predefined type. A derived type, even of two
// ints, needs MPI_Get_accumulate.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, old[2], value[2] = {1, 2}, *cells;
    MPI_Datatype pair;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Win_allocate(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    cells[0] = cells[1] = 0;

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Fetch_and_op(value, old, pair, 1, 0, MPI_SUM, win); // want RMA008 "predefined"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
