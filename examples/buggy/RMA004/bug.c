// A derived datatype must be committed before it is used in communication.
// The column type was not.
#include <mpi.h>

int main(int argc, char **argv) {
    static int matrix[16];
    int rank, column[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(matrix, sizeof matrix, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Type_vector(4, 1, 4, MPI_INT, &type);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(column, 4, MPI_INT, 1, 0, 1, type, win); // want RMA004 "not committed"
    MPI_Win_fence(0, win);

    MPI_Type_free(&type);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
