// A datatype may be freed as soon as the call that names it has returned, though
// the transfer itself is not complete. Types built from it stay valid as well.
#include <mpi.h>

int main(int argc, char **argv) {
    static int matrix[16];
    int rank, column[4] = {1, 2, 3, 4};
    MPI_Datatype cell, strided;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(matrix, sizeof matrix, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    for (int i = 0; i < 4; i++) {
        MPI_Type_contiguous(1, MPI_INT, &cell); // a part: needs no commit
        MPI_Type_vector(4, 1, 4, cell, &strided);
        MPI_Type_free(&cell);
        MPI_Type_commit(&strided);
        if (rank == 0)
            MPI_Put(column, 4, MPI_INT, 1, i, 1, strided, win);
        MPI_Type_free(&strided);
    }
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
