// Overlapping entries are forbidden where data arrives, not where it is read:
// the origin of a put and the target of a get may name a byte twice.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int rank, row[4] = {1, 2, 3, 4}, lengths[] = {2, 2}, at[] = {0, 1};
    MPI_Datatype blocks;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_indexed(2, lengths, at, MPI_INT, &blocks);
    MPI_Type_commit(&blocks);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 1, blocks, 1, 0, 4, MPI_INT, win);
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(row, 4, MPI_INT, 1, 0, 1, blocks, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&blocks);
    MPI_Finalize();
    return rank == 0 && (row[1] != 2 || row[2] != 2 || row[3] != 2);
}
