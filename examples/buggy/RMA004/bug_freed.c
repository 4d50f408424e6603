// A datatype may be freed after another datatype has been built from it, and the new
// datatype stays valid. But the program uses a copy of the freed handle.
#include <mpi.h>

int main(int argc, char **argv) {
    static int matrix[16];
    int rank, row[4] = {1, 2, 3, 4};
    MPI_Datatype type, copy, pair;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(matrix, sizeof matrix, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Type_contiguous(4, MPI_INT, &type);
    MPI_Type_commit(&type);
    MPI_Type_contiguous(2, type, &pair);
    MPI_Type_commit(&pair);
    copy = type;
    MPI_Type_free(&type);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 4, MPI_INT, 1, 0, 1, copy, win); // want RMA004 "freed"
    MPI_Win_fence(0, win);

    MPI_Type_free(&pair);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
