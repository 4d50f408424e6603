// gomarmot: ranks=2
// A wave on a closed string, cut into one piece per rank. The ranks put their
// outermost cells into a small mailbox at each neighbor under a shared lock;
// barriers keep the step that fills the mailboxes and the step that reads them
// apart. At the end every rank computes the whole string alone and compares.
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 40 };                   // of one rank
enum { FROM_LEFT, FROM_RIGHT, SLOTS }; // the mailbox

typedef struct {
    int rank, size, left, right;
    double now[CELLS + 2], before[CELLS + 2]; // with ghost cells
    double *mailbox;
    MPI_Win win;
} String;

static double pluck(int cell) { return cell % 20 < 10 ? cell % 20 : 20 - cell % 20; }

static void string_create(String *s) {
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->size);
    s->left = (s->rank + s->size - 1) % s->size;
    s->right = (s->rank + 1) % s->size;
    MPI_Win_allocate(SLOTS * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &s->mailbox, &s->win);
    for (int i = 1; i <= CELLS; i++)
        s->now[i] = s->before[i] = pluck(s->rank * CELLS + i - 1);
}

// deliver puts one cell into a neighbor's mailbox. The lock is shared: the other
// neighbor writes the other slot.
static void deliver(String *s, int neighbour, int slot, const double *cell) {
    MPI_Win_lock(MPI_LOCK_SHARED, neighbour, 0, s->win);
    MPI_Put(cell, 1, MPI_DOUBLE, neighbour, slot, 1, MPI_DOUBLE, s->win);
    MPI_Win_unlock(neighbour, s->win);
}

static void exchange(String *s) {
    deliver(s, s->left, FROM_RIGHT, &s->now[1]);
    deliver(s, s->right, FROM_LEFT, &s->now[CELLS]);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_SHARED, s->rank, 0, s->win);
    s->now[0] = s->mailbox[FROM_LEFT];
    s->now[CELLS + 1] = s->mailbox[FROM_RIGHT];
    MPI_Win_unlock(s->rank, s->win);
    MPI_Barrier(MPI_COMM_WORLD);
}

static void step(double *now, double *before, int n) {
    double last = now[0];
    for (int i = 1; i <= n; i++) {
        double here = now[i];
        now[i] = 2 * here - before[i] + 0.25 * (last - 2 * here + now[i + 1]);
        before[i] = last = here;
    }
}

static int wrong(const String *s, int steps) {
    int n = s->size * CELLS, count = 0;
    double *now = calloc(n + 2, sizeof *now), *before = calloc(n + 2, sizeof *before);
    for (int i = 1; i <= n; i++)
        now[i] = before[i] = pluck(i - 1);
    for (int k = 0; k < steps; k++) {
        now[0] = now[n];
        now[n + 1] = now[1];
        step(now, before, n);
    }
    for (int i = 1; i <= CELLS; i++)
        count += fabs(s->now[i] - now[s->rank * CELLS + i]) > 1e-9;
    free(now);
    free(before);
    return count;
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 200;
    int errors, all;
    String string;

    MPI_Init(&argc, &argv);
    string_create(&string);
    for (int k = 0; k < steps; k++) {
        exchange(&string);
        step(string.now, string.before, CELLS);
    }
    errors = wrong(&string, steps);
    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && string.rank == 0)
        fprintf(stderr, "halo_lock: %d cells are wrong\n", all);
    MPI_Win_free(&string.win);
    MPI_Finalize();
    return all > 0;
}
