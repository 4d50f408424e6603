// gomarmot: ranks=3
// Heat in a rod, cut into one piece per rank. Before each step the ranks put
// their outermost cells into their neighbors' ghost cells, between two fences.
// At the end every rank computes the whole rod alone and compares.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 64 }; // of one rank

typedef struct {
    int rank, size, left, right;
    double *u; // CELLS cells, a ghost cell on either side
    MPI_Win win;
} Rod;

static double initial(int cell) { return (cell * 37 % 101) / 101.0; }

static void rod_create(Rod *rod) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rod->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &rod->size);
    rod->left = rod->rank > 0 ? rod->rank - 1 : MPI_PROC_NULL;
    rod->right = rod->rank < rod->size - 1 ? rod->rank + 1 : MPI_PROC_NULL;
    MPI_Aint bytes = (CELLS + 2) * sizeof(double);
    MPI_Win_allocate(bytes, sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &rod->u, &rod->win);
    rod->u[0] = rod->u[CELLS + 1] = 0; // the rod's ends are kept cold
    for (int i = 0; i < CELLS; i++)
        rod->u[i + 1] = initial(rod->rank * CELLS + i);
}

// exchange fills the ghost cells. The cells that are read here and those that
// the neighbors write are different ones.
static void exchange(Rod *rod) {
    MPI_Win_fence(MPI_MODE_NOPRECEDE, rod->win);
    MPI_Put(&rod->u[1], 1, MPI_DOUBLE, rod->left, CELLS + 1, 1, MPI_DOUBLE, rod->win);
    MPI_Put(&rod->u[CELLS], 1, MPI_DOUBLE, rod->right, 0, 1, MPI_DOUBLE, rod->win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, rod->win);
}

// step computes the next state of the n cells between u[0] and u[n + 1].
static void step(double *u, int n) {
    double before = u[0];
    for (int i = 1; i <= n; i++) {
        double here = u[i];
        u[i] = here + 0.25 * (before - 2 * here + u[i + 1]);
        before = here;
    }
}

// wrong counts this rank's cells that differ from the rod computed in one piece.
static int wrong(const Rod *rod, int steps) {
    int n = rod->size * CELLS, count = 0;
    double *whole = calloc(n + 2, sizeof *whole);
    for (int i = 0; i < n; i++)
        whole[i + 1] = initial(i);
    for (int s = 0; s < steps; s++)
        step(whole, n);
    for (int i = 1; i <= CELLS; i++)
        count += fabs(rod->u[i] - whole[rod->rank * CELLS + i]) > 1e-12;
    free(whole);
    return count;
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 200;
    int errors, all;
    Rod rod;

    MPI_Init(&argc, &argv);
    rod_create(&rod);
    for (int s = 0; s < steps; s++) {
        exchange(&rod);
        step(rod.u, CELLS);
    }
    errors = wrong(&rod, steps);
    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && rod.rank == 0)
        fprintf(stderr, "halo_fence: %d cells are wrong\n", all);
    MPI_Win_free(&rod.win);
    MPI_Finalize();
    return all > 0;
}
