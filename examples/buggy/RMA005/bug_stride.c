// The column starts inside the window, but with its stride the last cell lies
// behind the end: bytes 8 to 60 of a window of 48 bytes.
#include <mpi.h>

int main(int argc, char **argv) {
    static int matrix[16];
    int rank, column[4];
    MPI_Datatype type;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(matrix, 12 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Type_vector(4, 1, 4, MPI_INT, &type);
    MPI_Type_commit(&type);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(column, 4, MPI_INT, 1, 2, 1, type, win); // want RMA005 "60.*48"
    MPI_Win_fence(0, win);

    MPI_Type_free(&type);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
