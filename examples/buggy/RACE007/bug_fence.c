// A program that synchronizes by MPI_Win_fence alone calls it in every second step only: rank 1 loads a cell of rank 0
// while rank 0 stores to the cell.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 40, STEPS = 4 };

int main(int argc, char **argv) {
    int rank, unit;
    double *mine, *left, sum = 0;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(CELLS * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &left);

    MPI_Win_fence(0, win);
    for (int step = 0; step < STEPS; step++) {
        if (rank == 0)
            for (int i = 0; i < CELLS; i++)
                mine[i] = step + i;
        if (step % 2 == 0)
            MPI_Win_fence(0, win);
        if (rank == 1)
            for (int i = 0; i < CELLS; i++)
                sum += left[i]; // want RACE007 "neither rank waits for the other between the two accesses; call MPI_Win_fence there, on all ranks of the window$"
        if (step % 2 == 0)
            MPI_Win_fence(0, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (rank == 1)
        printf("%g\n", sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
