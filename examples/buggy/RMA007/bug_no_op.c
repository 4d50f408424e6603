// MPI_NO_OP is for calls that return the old value, such as MPI_Get_accumulate.
// MPI_Accumulate does not allow this operation.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank, value = 5;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Accumulate(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_NO_OP, win); // want RMA007 "MPI_NO_OP"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
