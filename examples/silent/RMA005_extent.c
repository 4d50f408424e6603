// The extent of a datatype tells where the next element starts, not how far an element
// reaches: the last column of the matrix lies inside the window, whatever its extent.
#include <mpi.h>

int main(int argc, char **argv) {
    static int matrix[16];
    int rank, column[4] = {1, 2, 3, 4};
    MPI_Datatype strided, wide;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_vector(4, 1, 4, MPI_INT, &strided);
    MPI_Type_create_resized(strided, -64, 1024, &wide);
    MPI_Type_commit(&wide);
    MPI_Type_free(&strided);
    MPI_Win_create(matrix, sizeof matrix, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(column, 4, MPI_INT, 1, 3, 1, wide, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&wide);
    MPI_Finalize();
    return rank == 1 && matrix[15] != 4;
}
