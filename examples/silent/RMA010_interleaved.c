// Columns whose extent was set to one cell interleave, and blocks in any order
// or touching each other do not overlap: every byte is named once.
#include <mpi.h>

int main(int argc, char **argv) {
    static int matrix[16];
    int rank, row[16], lengths[] = {2, 0, 2, 4}, at[] = {6, 5, 4, 0};
    MPI_Datatype strided, column, blocks;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 16; i++)
        row[i] = i;
    MPI_Type_vector(4, 1, 4, MPI_INT, &strided);
    MPI_Type_create_resized(strided, 0, sizeof(int), &column);
    MPI_Type_indexed(4, lengths, at, MPI_INT, &blocks);
    MPI_Type_commit(&column);
    MPI_Type_commit(&blocks);
    MPI_Win_create(matrix, sizeof matrix, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 16, MPI_INT, 1, 0, 4, column, win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(row, 2, blocks, 1, 0, 16, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&blocks);
    MPI_Type_free(&column);
    MPI_Type_free(&strided);
    MPI_Finalize();
    return rank == 1 && matrix[1] != 4;
}
