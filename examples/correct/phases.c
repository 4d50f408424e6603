// gomarmot: ranks=2
// A window that is used with fences, with locks and with post, start, complete
// and wait in turn, and with each assertion that is true at its place. A fence
// with MPI_MODE_NOSUCCEED ends each fence phase, so no fence epoch reaches into
// the others; barriers keep exposure epochs and locks apart. A second window is
// locked in turns, without the library having to check.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { FENCE, LOCK, PSCW, TURN, CELLS = TURN }; // one cell of the window per phase

typedef struct {
    int rank, size, next, previous;
    MPI_Group to, from;
    int *cell, *board;
    MPI_Win win, turns;
} Ring;

static void ring_create(Ring *r) {
    MPI_Group world;
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->size);
    r->next = (r->rank + 1) % r->size;
    r->previous = (r->rank + r->size - 1) % r->size;
    MPI_Comm_group(MPI_COMM_WORLD, &world);
    MPI_Group_incl(world, 1, &r->next, &r->to);
    MPI_Group_incl(world, 1, &r->previous, &r->from);
    MPI_Group_free(&world);
    MPI_Alloc_mem(CELLS * sizeof(int), MPI_INFO_NULL, &r->cell);
    for (int i = 0; i < CELLS; i++)
        r->cell[i] = 0;
    MPI_Win_create(r->cell, CELLS * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                   &r->win);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &r->board, &r->turns);
}

static void ring_free(Ring *r) {
    MPI_Win_free(&r->turns);
    MPI_Win_free(&r->win);
    MPI_Free_mem(r->cell);
    MPI_Group_free(&r->from);
    MPI_Group_free(&r->to);
}

static int value(int rank, int phase, int round) { return rank * 100000 + phase * 10000 + round; }

// fence_phase puts in one epoch and reads back in a second one, which promises
// that the window is not updated.
static int fence_phase(Ring *r, int round) {
    int mine = value(r->rank, FENCE, round), back = -1;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, r->win);
    MPI_Put(&mine, 1, MPI_INT, r->next, FENCE, 1, MPI_INT, r->win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT, r->win);
    MPI_Get(&back, 1, MPI_INT, r->next, FENCE, 1, MPI_INT, r->win);
    MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOSUCCEED, r->win);
    return (back != mine) + (r->cell[FENCE] != value(r->previous, FENCE, round));
}

// lock_phase follows a fence that all ranks have passed: no window is exposed.
static int lock_phase(Ring *r, int round) {
    int mine = value(r->rank, LOCK, round), wrong;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, r->next, 0, r->win);
    MPI_Put(&mine, 1, MPI_INT, r->next, LOCK, 1, MPI_INT, r->win);
    MPI_Win_unlock(r->next, r->win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, r->rank, 0, r->win);
    wrong = r->cell[LOCK] != value(r->previous, LOCK, round);
    MPI_Win_unlock(r->rank, r->win);
    MPI_Barrier(MPI_COMM_WORLD);
    return wrong;
}

// turn_phase: the ranks take turns, so exclusive locks need no check.
static int turn_phase(Ring *r, int round) {
    int mine = value(r->rank, TURN, round), back = -1;
    for (int turn = 0; turn < r->size; turn++) {
        if (turn == r->rank) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, MPI_MODE_NOCHECK, r->turns);
            MPI_Put(&mine, 1, MPI_INT, 0, 0, 1, MPI_INT, r->turns);
            MPI_Win_flush(0, r->turns);
            MPI_Get(&back, 1, MPI_INT, 0, 0, 1, MPI_INT, r->turns);
            MPI_Win_unlock(0, r->turns);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }
    return back != mine;
}

// pscw_phase puts in one pair of epochs, posted ahead of a barrier, and reads
// back in a second one that promises not to update the window.
static int pscw_phase(Ring *r, int round) {
    int mine = value(r->rank, PSCW, round), back = -1;
    MPI_Win_post(r->from, MPI_MODE_NOCHECK | MPI_MODE_NOSTORE, r->win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_start(r->to, MPI_MODE_NOCHECK, r->win);
    MPI_Put(&mine, 1, MPI_INT, r->next, PSCW, 1, MPI_INT, r->win);
    MPI_Win_complete(r->win);
    MPI_Win_wait(r->win);

    MPI_Win_post(r->from, MPI_MODE_NOPUT | MPI_MODE_NOSTORE, r->win);
    MPI_Win_start(r->to, 0, r->win);
    MPI_Get(&back, 1, MPI_INT, r->next, PSCW, 1, MPI_INT, r->win);
    MPI_Win_complete(r->win);
    MPI_Win_wait(r->win);
    return (back != mine) + (r->cell[PSCW] != value(r->previous, PSCW, round));
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    int errors = 0, all;
    Ring ring;

    MPI_Init(&argc, &argv);
    ring_create(&ring);
    for (int round = 0; round < rounds; round++) {
        errors += fence_phase(&ring, round);
        errors += lock_phase(&ring, round);
        errors += turn_phase(&ring, round);
        errors += pscw_phase(&ring, round);
    }
    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && ring.rank == 0)
        fprintf(stderr, "phases: %d values are wrong\n", all);
    ring_free(&ring);
    MPI_Finalize();
    return all > 0;
}
