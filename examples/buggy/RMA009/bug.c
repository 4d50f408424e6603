// As in a message, the data of a put must fit in the target buffer. Four ints
// are sent, but the target's count and datatype have room for two.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int rank, row[4] = {1, 2, 3, 4};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 4, MPI_INT, 1, 0, 2, MPI_INT, win); // want RMA009 "16.*8"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
