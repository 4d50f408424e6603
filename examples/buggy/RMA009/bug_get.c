// In a get the target sends and the origin receives: the target's four ints do
// not fit in the origin's two.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int rank, row[4];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Get(row, 2, MPI_INT, 1, 0, 4, MPI_INT, win); // want RMA009 "16.*8"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
