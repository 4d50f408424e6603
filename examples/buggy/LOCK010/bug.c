// The locks are never released: flush completes the puts, but only unlock ends
// the epoch, and the window is freed first.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_flush(peer, win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_free(&win); // want LOCK010 "lock of rank"
    MPI_Finalize();
    return 0;
}
