// Rank 0 loads from the memory of the window before MPI_Win_free, and from that of the next window, which may lie at
// the same address.
#include <mpi.h>
#include <stdio.h>

enum { N = 100000 };

int main(int argc, char **argv) {
    double *heat, last = 0;
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int round = 0; round < 2; round++) {
        MPI_Win_allocate(N * sizeof *heat, sizeof *heat, MPI_INFO_NULL, MPI_COMM_WORLD, &heat, &win);
        MPI_Win_fence(0, win);
        heat[100] = rank;
        MPI_Win_fence(0, win);
        last += heat[100];
        MPI_Win_free(&win);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("heat: %g\n", last);

    MPI_Finalize();
    return 0;
}
