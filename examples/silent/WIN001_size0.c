// A rank that exposes no memory passes size 0, and its base may be anything:
// NULL, MPI_BOTTOM, an array, or the end of an array.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    static int cells[4];
    void *bases[] = {NULL, MPI_BOTTOM, cells, cells + 4};
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int i = 0; i < 4; i++) {
        MPI_Win_create(bases[i], 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
        MPI_Win_fence(0, win);
        MPI_Win_free(&win);
    }

    MPI_Win_create(rank == 0 ? cells : NULL, rank == 0 ? sizeof cells : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    if (rank == 1)
        MPI_Put(&rank, 1, MPI_INT, 0, 3, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);

    MPI_Win_allocate(rank == 0 ? sizeof(int) : 0, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return rank == 0 && cells[3] != 1;
}
