// gomarmot: ranks=2
// Windows that live for one round only. An MPI library may give a new window the
// handle of a freed one; each is a new window all the same. Up to three windows
// are open at once, and their epochs overlap.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { CELLS = 10 };

typedef struct {
    int rank, size, next, previous;
    MPI_Group to, from; // groups with the next and the previous rank
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
}

// short_lived: a window of local memory, one fence epoch, and away.
static int short_lived(const Ring *r, int round) {
    int memory[CELLS] = {0}, value = r->rank + round;
    MPI_Win win;
    MPI_Win_create(memory, sizeof memory, sizeof *memory, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&value, 1, MPI_INT, r->next, round % CELLS, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    return memory[round % CELLS] != r->previous + round;
}

// three_at_once: an epoch of each kind on three windows, at the same time.
static int three_at_once(const Ring *r, int round) {
    int *a, *b, *c, x = r->rank + round, y = r->rank * 2 + round, z = r->rank * 3 + round,
                    wrong = 0;
    MPI_Win fenced, posted, locked;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &a, &fenced);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &b, &posted);
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &c, &locked);

    MPI_Win_fence(0, fenced);
    MPI_Win_post(r->from, 0, posted);
    MPI_Win_start(r->to, 0, posted);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, r->next, 0, locked);
    MPI_Put(&x, 1, MPI_INT, r->next, 0, 1, MPI_INT, fenced);
    MPI_Put(&y, 1, MPI_INT, r->next, 0, 1, MPI_INT, posted);
    MPI_Put(&z, 1, MPI_INT, r->next, 0, 1, MPI_INT, locked);
    MPI_Win_unlock(r->next, locked);
    MPI_Win_complete(posted);
    MPI_Win_wait(posted);
    MPI_Win_fence(0, fenced);

    wrong += *a != r->previous + round;
    wrong += *b != r->previous * 2 + round;
    MPI_Win_lock(MPI_LOCK_SHARED, r->rank, 0, locked);
    wrong += *c != r->previous * 3 + round;
    MPI_Win_unlock(r->rank, locked);

    MPI_Win_free(&posted); // not in the order of creation
    MPI_Win_free(&fenced);
    MPI_Win_free(&locked);
    return wrong;
}

// chain: each window is created before the last one is freed, so handles take
// turns.
static int chain(const Ring *r, int round) {
    int cell[4] = {0}, wrong = 0, value[4];
    MPI_Win win[4];
    for (int i = 0; i < 4; i++) {
        value[i] = r->rank + round + i;
        MPI_Win_create(&cell[i], sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win[i]);
        MPI_Win_fence(0, win[i]);
        MPI_Put(&value[i], 1, MPI_INT, r->next, 0, 1, MPI_INT, win[i]);
        if (i == 0)
            continue;
        MPI_Win_fence(0, win[i - 1]);
        MPI_Win_free(&win[i - 1]);
        wrong += cell[i - 1] != r->previous + round + i - 1;
    }
    MPI_Win_fence(0, win[3]);
    MPI_Win_free(&win[3]);
    return wrong + (cell[3] != r->previous + round + 3);
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    int errors = 0, all;
    Ring ring;

    MPI_Init(&argc, &argv);
    ring_create(&ring);
    for (int round = 0; round < rounds; round += 4) {
        errors += short_lived(&ring, round);
        errors += three_at_once(&ring, round);
        errors += chain(&ring, round);
    }
    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && ring.rank == 0)
        fprintf(stderr, "reuse: %d cells are wrong\n", all);
    MPI_Group_free(&ring.from);
    MPI_Group_free(&ring.to);
    MPI_Finalize();
    return all > 0;
}
