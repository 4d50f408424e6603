// gomarmot: ranks=2
// The target datatype of the put is a handle that the program never sets.
#include <mpi.h>

static MPI_Datatype stripe;

int main(int argc, char **argv) {
    static int cells[4];
    int rank, copy[4] = {0};
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(copy, 4, MPI_INT, 1, 0, 1, stripe, win); // want RMA004 "the target datatype of MPI_Put is not the handle of a datatype: its value is 0"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
