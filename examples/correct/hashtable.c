// gomarmot: ranks=3
// A hash table spread over all ranks counts how often each key was inserted.
// An empty slot is claimed by MPI_Compare_and_swap, its counter is raised by
// MPI_Fetch_and_op; all of it inside one lock_all epoch, with a flush where a
// result is needed. At the end every rank looks every key up and compares with
// what it expects.
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { KEYS = 97, SLOTS = 128, EMPTY = 0 }; // slots per rank; keys are 1..KEYS

typedef struct {
    int rank, size;
    int64_t *slot; // keys at even places, their counters at odd ones
    MPI_Win win;
} Table;

typedef struct {
    int owner;
    MPI_Aint key; // displacement; the counter is next to it
} Place;

static Place place(const Table *t, int64_t key, int probe) {
    uint64_t hash = (uint64_t)key * UINT64_C(0x9E3779B97F4A7C15) >> 32;
    Place p = {.owner = hash % t->size, .key = 2 * ((hash / t->size + probe) % SLOTS)};
    return p;
}

static void table_create(Table *t) {
    MPI_Comm_rank(MPI_COMM_WORLD, &t->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &t->size);
    MPI_Win_allocate(2 * SLOTS * sizeof(int64_t), sizeof(int64_t), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &t->slot, &t->win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, t->rank, 0, t->win);
    for (int i = 0; i < 2 * SLOTS; i++)
        t->slot[i] = EMPTY;
    MPI_Win_unlock(t->rank, t->win);
    MPI_Barrier(MPI_COMM_WORLD);
}

// claim finds the key's slot or takes the first empty one after its hash.
static Place claim(Table *t, int64_t key) {
    int64_t empty = EMPTY, found;
    for (int probe = 0; probe < SLOTS; probe++) {
        Place p = place(t, key, probe);
        MPI_Compare_and_swap(&key, &empty, &found, MPI_INT64_T, p.owner, p.key, t->win);
        MPI_Win_flush(p.owner, t->win);
        if (found == EMPTY || found == key)
            return p;
    }
    fprintf(stderr, "hashtable: the table is full\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
    abort();
}

static void insert(Table *t, int64_t key) {
    int64_t one = 1, before;
    Place p = claim(t, key);
    MPI_Fetch_and_op(&one, &before, MPI_INT64_T, p.owner, p.key + 1, MPI_SUM, t->win);
    MPI_Win_flush(p.owner, t->win);
}

// lookup returns the key's counter, 0 if the key is not in the table.
static int64_t lookup(Table *t, int64_t key) {
    int64_t found[2];
    for (int probe = 0; probe < SLOTS; probe++) {
        Place p = place(t, key, probe);
        MPI_Get(found, 2, MPI_INT64_T, p.owner, p.key, 2, MPI_INT64_T, t->win);
        MPI_Win_flush_local(p.owner, t->win);
        if (found[0] == key)
            return found[1];
        if (found[0] == EMPTY)
            return 0;
    }
    return 0;
}

// key returns the key that a rank inserts in a round.
static int64_t key(int rank, int round) { return 1 + (rank * 41 + round * round * 7) % KEYS; }

static int wrong(Table *t, int rounds) {
    int64_t expected[KEYS + 1] = {0};
    int count = 0;
    for (int rank = 0; rank < t->size; rank++)
        for (int round = 0; round < rounds; round++)
            expected[key(rank, round)]++;
    for (int64_t k = 1; k <= KEYS; k++)
        count += lookup(t, k) != expected[k];
    return count;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    int errors, all;
    Table table;

    MPI_Init(&argc, &argv);
    table_create(&table);
    MPI_Win_lock_all(0, table.win);
    for (int round = 0; round < rounds; round++)
        insert(&table, key(table.rank, round));
    MPI_Barrier(MPI_COMM_WORLD);
    errors = wrong(&table, rounds);
    MPI_Win_unlock_all(table.win);

    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && table.rank == 0)
        fprintf(stderr, "hashtable: %d counters are wrong\n", all);
    MPI_Win_free(&table.win);
    MPI_Finalize();
    return all > 0;
}
