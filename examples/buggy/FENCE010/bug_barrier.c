// A barrier does not replace a fence: it does not complete the accumulates, and the
// window is freed with the epoch still open.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    *base = 0;
    MPI_Win_fence(0, win);
    MPI_Accumulate(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_free(&win); // want FENCE010 "no fence"
    MPI_Finalize();
    return 0;
}
