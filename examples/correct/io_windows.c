// gomarmot: ranks=2
// Files and windows together. A ring of ranks passes blocks through windows while
// what was received a round ago goes to a file: fence epochs and lock epochs open and
// close between the begin and the end of split collectives. The buffer of the split
// collective is the half of the window that no rank puts into, or private memory.
// Later the file is read straight into a window, from which the previous rank gets it.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LENGTH = 16 };

typedef struct {
    int rank, size, next, previous;
    int *half[2]; // the window: one half receives, the other is written to the file
    MPI_Win win;
    int *board; // a second window, for locks
    MPI_Win locked;
    MPI_File file;
} Ring;

static int value(int rank, int round, int i) { return rank * 1000000 + round * 100 + i; }

static void ring_create(Ring *r) {
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->size);
    r->next = (r->rank + 1) % r->size;
    r->previous = (r->rank + r->size - 1) % r->size;
    MPI_Win_allocate(2 * LENGTH * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD,
                     &r->half[0], &r->win);
    r->half[1] = r->half[0] + LENGTH;
    memset(r->half[0], 0, 2 * LENGTH * sizeof(int));
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &r->board,
                     &r->locked);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, r->rank, 0, r->locked);
    *r->board = 0;
    MPI_Win_unlock(r->rank, r->locked);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_open(MPI_COMM_WORLD, "ring.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &r->file);
    MPI_File_set_view(r->file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
}

static void ring_free(Ring *r) {
    MPI_File_close(&r->file);
    MPI_Win_free(&r->locked);
    MPI_Win_free(&r->win);
}

static MPI_Offset place(const Ring *r, int rank, int round) {
    return ((MPI_Offset)round * r->size + rank) * LENGTH;
}

// exchange is one fence epoch: this rank's block goes into the next rank's half.
static void exchange(Ring *r, int round) {
    int block[LENGTH];
    for (int i = 0; i < LENGTH; i++)
        block[i] = value(r->rank, round, i);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, r->win);
    MPI_Put(block, LENGTH, MPI_INT, r->next, round % 2 * LENGTH, LENGTH, MPI_INT, r->win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, r->win);
}

// announce adds one to the board of rank 0 in a lock epoch.
static void announce(Ring *r) {
    int one = 1;
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, r->locked);
    MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, r->locked);
    MPI_Win_unlock(0, r->locked);
}

// write_rounds: while one half of the window is written, the other one receives.
static int write_rounds(Ring *r, int rounds) {
    int wrong = 0, total = 0;
    exchange(r, 0);
    for (int round = 0; round < rounds; round++) {
        int *done = r->half[round % 2];
        MPI_File_write_at_all_begin(r->file, place(r, r->rank, round), done, LENGTH, MPI_INT);
        exchange(r, round + 1);
        announce(r);
        MPI_File_write_at_all_end(r->file, done, MPI_STATUS_IGNORE);
        for (int i = 0; i < LENGTH; i++)
            wrong += done[i] != value(r->previous, round, i);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, 0, 0, r->locked);
    MPI_Get(&total, 1, MPI_INT, 0, 0, 1, MPI_INT, r->locked);
    MPI_Win_unlock(0, r->locked);
    MPI_Barrier(MPI_COMM_WORLD); // fences follow on this window
    return wrong + (total != rounds * r->size);
}

// swap is a fence epoch on another window while a split collective reads into r->win.
static int swap(Ring *r, int round) {
    int mine = round * r->size + r->rank, theirs = -1;
    MPI_Win_fence(MPI_MODE_NOPRECEDE, r->locked);
    MPI_Put(&mine, 1, MPI_INT, r->next, 0, 1, MPI_INT, r->locked);
    MPI_Win_fence(0, r->locked);
    MPI_Get(&theirs, 1, MPI_INT, r->next, 0, 1, MPI_INT, r->locked);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, r->locked);
    return theirs != mine;
}

// read_rounds reads each round into the window itself, from where the next rank
// gets it, and compares with what it had put there.
static int read_rounds(Ring *r, int rounds) {
    int got[LENGTH], wrong = 0;
    for (int round = 0; round < rounds; round++) {
        MPI_File_read_at_all_begin(r->file, place(r, r->rank, round), r->half[0], LENGTH, MPI_INT);
        wrong += swap(r, round);
        MPI_File_read_at_all_end(r->file, r->half[0], MPI_STATUS_IGNORE);
        MPI_Win_fence(MPI_MODE_NOPRECEDE | MPI_MODE_NOPUT, r->win);
        MPI_Get(got, LENGTH, MPI_INT, r->next, 0, LENGTH, MPI_INT, r->win);
        MPI_Win_fence(MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOSUCCEED, r->win);
        for (int i = 0; i < LENGTH; i++)
            wrong += got[i] != value(r->rank, round, i);
    }
    return wrong;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200, wrong, all;
    Ring r;

    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    ring_create(&r);
    wrong = write_rounds(&r, rounds) + read_rounds(&r, rounds);
    ring_free(&r);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && r.rank == 0)
        fprintf(stderr, "io_windows: %d values are wrong\n", all);
    MPI_Finalize();
    return all > 0;
}
