// The ranks call fences on two windows: more fences on
// the first window, but in the same order on every rank.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    int *memory;
    MPI_Win other;
    MPI_Win_allocate(sizeof *memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &other);
    for (int i = 0; i < 4; i++) {
        MPI_Win_fence(0, win);
        MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
        if (i % 2 == 0)
            MPI_Win_fence(0, other);
    }
    MPI_Win_fence(0, win);
    MPI_Win_free(&other);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
