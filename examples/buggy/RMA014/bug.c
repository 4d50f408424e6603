// The window holds doubles, but its displacement unit is the size of an int: element 1 begins at byte 4.
#include <mpi.h>
#include <stdio.h>

enum { N = 4 };

int main(int argc, char **argv) {
    int rank;
    double *values, mine;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof *values, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &values, &win);
    for (int i = 0; i < N; i++)
        values[i] = 0;
    MPI_Win_fence(0, win);
    for (int i = 0; i < N; i++) {
        mine = i;
        if (rank == 0)
            MPI_Put(&mine, 1, MPI_DOUBLE, 1, i, 1, MPI_DOUBLE, win); // want RMA014 "^MPI_Put of MPI_DOUBLE begins at byte 4 of the window of rank 1, which is not a multiple of 8: target displacement 1 times displacement unit 4$"
        MPI_Win_fence(0, win);
    }
    if (rank == 1)
        printf("%g %g\n", values[1], values[2]);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
