// gomarmot: ranks=3 hang
// Rank 1 leaves out the barrier and frees the window, which waits for the other ranks,
// while they wait in the barrier.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    if (rank != 1)
        MPI_Barrier(MPI_COMM_WORLD); // want COLL001 "neither rank has made the call of the other rank: one call is missing, or the ranks make the two calls in opposite order"
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
