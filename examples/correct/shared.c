// gomarmot: ranks=2
// Ranks of one node share a window and access each other's parts by loads and
// stores: a transposition in each round. A lock_all epoch spans the program;
// MPI_Win_sync and a barrier order the stores of one rank before the loads of
// another.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { BLOCK = 8 }; // a rank owns BLOCK rows of a square matrix

typedef struct {
    int rank, size, side;
    MPI_Comm node;
    MPI_Win from, to;
    int *mine_from, *mine_to; // own rows
    int **from_rows;          // all ranks' rows
} Matrix;

static int element(int round, int row, int column) { return round * 10007 + row * 101 + column; }

// share creates a window of equal parts and finds where the others' parts are.
static int **share(Matrix *m, int **mine, MPI_Win *win) {
    MPI_Aint bytes = BLOCK * m->side * sizeof(int);
    MPI_Win_allocate_shared(bytes, sizeof(int), MPI_INFO_NULL, m->node, mine, win);
    int **rows = calloc(m->size, sizeof *rows);
    for (int rank = 0; rank < m->size; rank++) {
        MPI_Aint size;
        int unit;
        MPI_Win_shared_query(*win, rank, &size, &unit, &rows[rank]);
        if (size != bytes || unit != sizeof(int))
            MPI_Abort(MPI_COMM_WORLD, 1);
    }
    return rows;
}

// turn makes the stores before it visible to the loads after it, on all ranks.
static void turn(MPI_Win win, MPI_Comm comm) {
    MPI_Win_sync(win);
    MPI_Barrier(comm);
    MPI_Win_sync(win);
}

static void fill(Matrix *m, int round) {
    for (int r = 0; r < BLOCK; r++)
        for (int c = 0; c < m->side; c++)
            m->mine_from[r * m->side + c] = element(round, m->rank * BLOCK + r, c);
}

// transpose loads the own columns out of everybody's rows.
static void transpose(Matrix *m) {
    for (int r = 0; r < BLOCK; r++)
        for (int c = 0; c < m->side; c++) {
            int *owner = m->from_rows[c / BLOCK];
            m->mine_to[r * m->side + c] = owner[c % BLOCK * m->side + m->rank * BLOCK + r];
        }
}

// check gets another rank's result with MPI_Get, which a shared window allows
// as well.
static int check(Matrix *m, int round) {
    int wrong = 0, other = (m->rank + 1) % m->size, n = BLOCK * m->side;
    int *copy = malloc(n * sizeof *copy);
    MPI_Get(copy, n, MPI_INT, other, 0, n, MPI_INT, m->to);
    MPI_Win_flush(other, m->to);
    for (int r = 0; r < BLOCK; r++)
        for (int c = 0; c < m->side; c++)
            wrong += copy[r * m->side + c] != element(round, c, other * BLOCK + r);
    free(copy);
    return wrong;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    int errors = 0, all;
    Matrix m;

    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &m.node);
    MPI_Comm_rank(m.node, &m.rank);
    MPI_Comm_size(m.node, &m.size);
    m.side = BLOCK * m.size;
    m.from_rows = share(&m, &m.mine_from, &m.from);
    free(share(&m, &m.mine_to, &m.to));

    MPI_Win_lock_all(MPI_MODE_NOCHECK, m.from);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, m.to);
    for (int round = 0; round < rounds; round++) {
        fill(&m, round);
        turn(m.from, m.node);
        transpose(&m);
        turn(m.to, m.node);
        errors += check(&m, round);
        MPI_Barrier(m.node);
    }
    MPI_Win_unlock_all(m.to);
    MPI_Win_unlock_all(m.from);

    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && m.rank == 0)
        fprintf(stderr, "shared: %d elements are wrong\n", all);
    free(m.from_rows);
    MPI_Win_free(&m.to);
    MPI_Win_free(&m.from);
    MPI_Comm_free(&m.node);
    MPI_Finalize();
    return all > 0;
}
