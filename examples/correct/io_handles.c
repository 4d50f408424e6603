// gomarmot: ranks=2
// Several handles on one file: two of all ranks, opened one after another, one of
// this rank alone and one of some ranks only. A phase writes through one handle; the
// next one reads through all, with a split collective active on three of them. Between
// phases every handle is synchronized, and a barrier keeps them apart. Last, one handle
// in atomic mode, where a message alone orders a write and a read.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LENGTH = 16, HANDLES = 4 };
enum { FIRST, SECOND, ALONE, SOME };

static const char *const path = "handles.dat";

typedef struct {
    int rank, size;
    MPI_Comm some; // all ranks but the last, and the last one alone
    MPI_File file[HANDLES];
} Store;

static int value(int rank, int round, int i) { return rank * 1000000 + round * 100 + i; }

static MPI_Offset place(int rank) { return (MPI_Offset)rank * LENGTH; }

static void store_create(Store *s) {
    MPI_Comm on[HANDLES] = {MPI_COMM_WORLD, MPI_COMM_WORLD, MPI_COMM_SELF};
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->size);
    MPI_Comm_split(MPI_COMM_WORLD, s->rank == s->size - 1, 0, &s->some);
    on[SOME] = s->some;
    for (int h = 0; h < HANDLES; h++) {
        MPI_File_open(on[h], path, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &s->file[h]);
        MPI_File_set_view(s->file[h], 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    }
}

static void store_free(Store *s) {
    for (int h = 0; h < HANDLES; h++)
        MPI_File_close(&s->file[h]);
    MPI_Comm_free(&s->some);
    MPI_Barrier(MPI_COMM_WORLD);
    if (s->rank == 0)
        MPI_File_delete(path, MPI_INFO_NULL);
}

// next_phase ends the sequence of accesses of each handle and starts the next.
static void next_phase(Store *s) {
    for (int h = 0; h < HANDLES; h++)
        MPI_File_sync(s->file[h]);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int h = 0; h < HANDLES; h++)
        MPI_File_sync(s->file[h]);
}

// write_phase writes each rank's block through one handle, in turn another one. The
// ranks' own handles are different opens: there only one of them writes.
static void write_phase(Store *s, int round) {
    int block[LENGTH], all[2 * LENGTH], h = round % 3;
    for (int i = 0; i < LENGTH; i++)
        block[i] = value(s->rank, round, i);
    if (h != ALONE) {
        MPI_File_write_at_all_begin(s->file[h], place(s->rank), block, LENGTH, MPI_INT);
        MPI_File_write_at_all_end(s->file[h], block, MPI_STATUS_IGNORE);
        return;
    }
    if (s->rank != round % s->size)
        return;
    for (int r = 0; r < s->size; r += 2) {
        int n = r + 1 < s->size ? 2 * LENGTH : LENGTH;
        for (int i = 0; i < n; i++)
            all[i] = value(r + i / LENGTH, round, i % LENGTH);
        MPI_File_write_at(s->file[ALONE], place(r), all, n, MPI_INT, MPI_STATUS_IGNORE);
    }
}

static int check(const int *block, int rank, int round) {
    int wrong = 0;
    for (int i = 0; i < LENGTH; i++)
        wrong += block[i] != value(rank, round, i);
    return wrong;
}

// read_phase reads through all handles, with a split collective active on three.
static int read_phase(Store *s, int round) {
    int a[LENGTH], b[LENGTH], c[LENGTH], d[LENGTH], next = (s->rank + 1) % s->size, wrong;
    MPI_File_read_at_all_begin(s->file[FIRST], place(next), a, LENGTH, MPI_INT);
    MPI_File_read_at_all_begin(s->file[SOME], place(next), d, LENGTH, MPI_INT);
    MPI_File_seek(s->file[SECOND], place(s->rank), MPI_SEEK_SET);
    MPI_File_read_all_begin(s->file[SECOND], b, LENGTH, MPI_INT);
    MPI_File_read_at_all(s->file[ALONE], place(next), c, LENGTH, MPI_INT, MPI_STATUS_IGNORE);
    wrong = check(c, next, round);
    MPI_File_read_at_all_end(s->file[FIRST], a, MPI_STATUS_IGNORE);
    MPI_File_read_all_end(s->file[SECOND], b, MPI_STATUS_IGNORE);
    MPI_File_read_at_all_end(s->file[SOME], d, MPI_STATUS_IGNORE);
    return wrong + check(a, next, round) + check(b, s->rank, round) + check(d, next, round);
}

// atomic_phase: even ranks write what the rank after them reads as soon as a
// message says so.
static int atomic_phase(Store *s, int round) {
    int block[LENGTH], odd = s->rank % 2, wrong = 0;
    if (!odd && s->rank + 1 < s->size) {
        for (int i = 0; i < LENGTH; i++)
            block[i] = value(s->rank, round, i);
        MPI_File_write_at(s->file[FIRST], place(s->rank), block, LENGTH, MPI_INT,
                          MPI_STATUS_IGNORE);
        MPI_Send(&round, 1, MPI_INT, s->rank + 1, 0, MPI_COMM_WORLD);
        MPI_Recv(&round, 1, MPI_INT, s->rank + 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else if (odd) {
        MPI_Recv(&round, 1, MPI_INT, s->rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_File_read_at(s->file[FIRST], place(s->rank - 1), block, LENGTH, MPI_INT,
                         MPI_STATUS_IGNORE);
        wrong = check(block, s->rank - 1, round);
        MPI_Send(&round, 1, MPI_INT, s->rank - 1, 0, MPI_COMM_WORLD);
    }
    return wrong;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 100, wrong = 0, all;
    Store s;

    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    store_create(&s);
    for (int round = 0; round < rounds; round++) {
        write_phase(&s, round);
        next_phase(&s);
        wrong += read_phase(&s, round);
        next_phase(&s);
    }
    MPI_File_set_atomicity(s.file[FIRST], 1);
    MPI_Barrier(MPI_COMM_WORLD);
    for (int round = 0; round < rounds; round++)
        wrong += atomic_phase(&s, round);
    store_free(&s);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && s.rank == 0)
        fprintf(stderr, "io_handles: %d values are wrong\n", all);
    MPI_Finalize();
    return all > 0;
}
