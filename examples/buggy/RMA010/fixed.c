// The second block starts where the first block ends.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank, copy[4], lengths[] = {2, 2}, at[] = {0, 2};
    MPI_Datatype blocks;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_indexed(2, lengths, at, MPI_INT, &blocks);
    MPI_Type_commit(&blocks);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(copy, 1, blocks, 1, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&blocks);
    MPI_Finalize();
    return 0;
}
