// The target datatype of a put must not contain any byte twice. The two blocks of this
// datatype overlap: cell 1 of the window would be written twice.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[4];
    int rank, row[4] = {1, 2, 3, 4}, lengths[] = {2, 2}, at[] = {0, 1};
    MPI_Datatype blocks;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Type_indexed(2, lengths, at, MPI_INT, &blocks);
    MPI_Type_commit(&blocks);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 4, MPI_INT, 1, 0, 1, blocks, win); // want RMA010 "overlap"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Type_free(&blocks);
    MPI_Finalize();
    return 0;
}
