// gomarmot: ranks=2
// Each put has a buffer of its own.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int *cell, value, size = sizeof(int);
    MPI_Win win;
    int both[2] = {1, 2};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Win_allocate(4 * size, size, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    for (int k = 0; k < 4; k++)
        cell[k] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_fence(0, win);
    for (int k = 0; rank == 0 && k < 2; k++)
        MPI_Put(&both[k], 1, MPI_INT, 1, k, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    value = cell[0];
    if (rank == 1)
        printf("%d %d\n", value == both[0] || value == both[1], value);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
