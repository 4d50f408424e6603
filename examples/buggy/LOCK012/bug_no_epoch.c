// Each rank calls MPI_Rget outside of any epoch: the request does not replace the epoch.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    int value = 0;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    *base = rank;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Rget(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win, &request); // want LOCK012 "MPI_Rget without a lock"
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
