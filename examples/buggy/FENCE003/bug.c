// Rank 0 passes MPI_MODE_NOPRECEDE and rank 1 does not. All processes of the group
// must pass this assertion, or none: with it, a fence may leave out its barrier.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(rank == 0 ? MPI_MODE_NOPRECEDE : 0, win); // want FENCE003 "rank 0 passes MPI_MODE_NOPRECEDE to a fence, but not rank"
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
