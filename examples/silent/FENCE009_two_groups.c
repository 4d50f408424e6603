// gomarmot: ranks=4
// Each half of the job creates a window on its own communicator from MPI_Comm_split,
// with the same call. One half calls more fences than the other half.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Comm half;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, half, &base, &win);

    for (int i = 0; i < 2 + 3 * (rank / 2); i++) {
        MPI_Win_fence(rank < 2 ? MPI_MODE_NOPUT : 0, win);
        if (rank >= 2)
            MPI_Put(&rank, 1, MPI_INT, 3 - rank, 0, 1, MPI_INT, win);
    }
    MPI_Win_fence(rank < 2 ? MPI_MODE_NOSUCCEED : 0, win);

    MPI_Win_free(&win);
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
