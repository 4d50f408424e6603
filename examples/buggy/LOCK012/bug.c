// MPI_Rput is called between fences. Request-based communication is only
// allowed inside a passive target epoch.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Win_fence(0, win);
    MPI_Rput(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &request); // want LOCK012 "MPI_Rput in a fence epoch"
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
