// A heat equation on a line of cells, split over the ranks; each step puts the
// two border cells into the neighbors' halo cells. It runs to the end, if the
// MPI does not check targets, and prints a plausible number, in some runs a slightly
// different one - and breaks the standard twice in every step. Try it:
//
//     mpicc -g -o heat heat.c && mpiexec -n 4 ./heat
//     LD_PRELOAD=.../libgomarmot.so mpiexec -n 4 ./heat
//     gomarmot report run.log
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 1000, STEPS = 50 };

static double *cell; /* CELLS + 2: a halo cell at each end */
static MPI_Win win;
static int rank, size;

// Puts the border cells into the neighbors' halo cells.
static void exchange(void)
{
    const int left = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    const int right = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&cell[1], 1, MPI_DOUBLE, left, CELLS + 2, 1, MPI_DOUBLE, win); // the halo cell is CELLS + 1
    MPI_Put(&cell[CELLS], 1, MPI_DOUBLE, right, 0, 1, MPI_DOUBLE, win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win); // these puts do precede
}

static void step(void)
{
    double before = cell[0];

    for (int i = 1; i <= CELLS; i++) {
        double here = cell[i];
        cell[i] += 0.25 * (before - 2 * here + cell[i + 1]);
        before = here;
    }
}

// The total heat, gathered by rank 0 from the other ranks' windows.
static double total(void)
{
    double sum = 0, part = 0;

    for (int i = 1; i <= CELLS; i++)
        part += cell[i];
    cell[0] = part;
    MPI_Barrier(MPI_COMM_WORLD);
    for (int r = 0; rank == 0 && r < size; r++) {
        MPI_Win_lock(MPI_LOCK_SHARED, r, 0, win);
        MPI_Get(&part, 1, MPI_DOUBLE, r, 0, 1, MPI_DOUBLE, win);
        MPI_Win_unlock(r, win);
        sum += part;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return sum;
}

int main(int argc, char **argv)
{
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate((CELLS + 2) * sizeof *cell, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
    for (int i = 0; i < CELLS + 2; i++)
        cell[i] = rank == 0 ? 1 : 0;

    for (int s = 0; s < STEPS; s++) {
        exchange();
        step();
    }
    const double sum = total();
    if (rank == 0)
        printf("%d ranks, %d steps: heat %.3f\n", size, STEPS, sum);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
