// gomarmot: ranks=3
// Rank 2 has nothing to communicate and takes another branch, but calls
// fence and barrier as often as the other ranks and in the same order.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    if (rank == 2) {
        MPI_Win_fence(0, win);
        MPI_Win_fence(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
    } else {
        MPI_Win_fence(0, win);
        MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
        MPI_Win_fence(0, win);
        MPI_Barrier(MPI_COMM_WORLD);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
