// gomarmot: ranks=3
// Only ranks 0 and 1 have a window. Rank 2 is not in its communicator and goes
// straight to the barrier, where it waits for the others.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Comm pair;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, -rank, &pair);

    if (pair != MPI_COMM_NULL) {
        MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, pair, &base, &win);
        MPI_Win_fence(0, win);
        MPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, win); // world rank 0 is rank 1 here
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
        MPI_Comm_free(&pair);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
