// gomarmot: ranks=2
// A restart file of many sections, each with a block of every rank, in rank order.
// Blocks differ in length and may be empty. It is written with MPI_File_write_ordered
// and read back on one handle in four ways that take turns: in order and by offset,
// each blocking and as a split collective. By offset a rank reads the block of another
// one, as after a change of the decomposition; the shared file pointer is then moved
// past the section by hand.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { LONGEST = 8 };

static const char *const path = "state.restart";

typedef struct {
    int rank, size;
    MPI_File file;
} Restart;

static int length(int rank, int section) { return (5 * rank + 3 * section) % (LONGEST + 1); }

static int value(int rank, int section, int i) { return rank * 1000000 + section * 100 + i; }

// offset of a rank's block; with rank = size the start of the next section.
static MPI_Offset offset(const Restart *r, int rank, int section) {
    MPI_Offset n = 0;
    for (int s = 0; s < section; s++)
        for (int i = 0; i < r->size; i++)
            n += length(i, s);
    for (int i = 0; i < rank; i++)
        n += length(i, section);
    return n;
}

static void restart_open(Restart *r, int mode) {
    MPI_Comm_rank(MPI_COMM_WORLD, &r->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &r->size);
    MPI_File_open(MPI_COMM_WORLD, path, mode, MPI_INFO_NULL, &r->file);
    MPI_File_set_view(r->file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
}

static void write_sections(Restart *r, int sections) {
    int block[2][LONGEST]; // one is filled while the other is written
    restart_open(r, MPI_MODE_CREATE | MPI_MODE_WRONLY);
    for (int s = 0; s < sections; s++) {
        int n = length(r->rank, s), *b = block[s % 2];
        for (int i = 0; i < n; i++)
            b[i] = value(r->rank, s, i);
        if (s > 0)
            MPI_File_write_ordered_end(r->file, block[(s - 1) % 2], MPI_STATUS_IGNORE);
        MPI_File_write_ordered_begin(r->file, b, n, MPI_INT);
    }
    if (sections > 0)
        MPI_File_write_ordered_end(r->file, block[(sections - 1) % 2], MPI_STATUS_IGNORE);
    MPI_File_close(&r->file);
}

// check does not look at the status of an empty block: not every MPI sets it.
static int check(const int *block, int rank, int section, MPI_Status *status) {
    int n = length(rank, section), count = 0, wrong;
    if (n > 0)
        MPI_Get_count(status, MPI_INT, &count);
    wrong = count != n;
    for (int i = 0; i < n; i++)
        wrong += block[i] != value(rank, section, i);
    return wrong;
}

static int in_order(Restart *r, int section, int split) {
    int block[LONGEST], n = length(r->rank, section);
    MPI_Status status;
    if (split) {
        MPI_File_read_ordered_begin(r->file, block, n, MPI_INT);
        MPI_File_read_ordered_end(r->file, block, &status);
    } else {
        MPI_File_read_ordered(r->file, block, n, MPI_INT, &status);
    }
    return check(block, r->rank, section, &status);
}

// skip moves the shared file pointer past a section, from its start.
static int skip(Restart *r, int section) {
    MPI_Offset start = offset(r, 0, section), end = offset(r, r->size, section), at;
    MPI_Barrier(MPI_COMM_WORLD); // all are done with the shared file pointer
    MPI_File_seek_shared(r->file, end - start, MPI_SEEK_CUR);
    MPI_File_get_position_shared(r->file, &at);
    MPI_Barrier(MPI_COMM_WORLD); // all have seen it
    return at != end;
}

static int by_offset(Restart *r, int section, int split) {
    int block[LONGEST], other = (r->rank + 1) % r->size, n = length(other, section), sum;
    MPI_Offset at = offset(r, other, section);
    MPI_Status status;
    if (split) {
        MPI_File_read_at_all_begin(r->file, at, block, n, MPI_INT);
        MPI_Allreduce(&n, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_File_read_at_all_end(r->file, block, &status);
    } else {
        MPI_Allreduce(&n, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        MPI_File_read_at_all(r->file, at, block, n, MPI_INT, &status);
    }
    return check(block, other, section, &status) + skip(r, section) +
           (sum != offset(r, 0, section + 1) - offset(r, 0, section));
}

static int read_sections(Restart *r, int sections) {
    MPI_Offset bytes;
    int wrong;
    restart_open(r, MPI_MODE_RDONLY);
    MPI_File_get_size(r->file, &bytes);
    wrong = bytes != offset(r, 0, sections) * (MPI_Offset)sizeof(int);
    for (int s = 0; s < sections; s++)
        wrong += s % 2 ? by_offset(r, s, s % 4 > 1) : in_order(r, s, s % 4 > 1);
    MPI_File_close(&r->file);
    return wrong;
}

int main(int argc, char **argv) {
    int sections = argc > 1 ? atoi(argv[1]) : 300, wrong, all;
    Restart r;

    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    write_sections(&r, sections);
    MPI_Barrier(MPI_COMM_WORLD);
    wrong = read_sections(&r, sections);
    MPI_Barrier(MPI_COMM_WORLD);
    if (r.rank == 0)
        MPI_File_delete(path, MPI_INFO_NULL);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && r.rank == 0)
        fprintf(stderr, "io_restart: %d values are wrong\n", all);
    MPI_Finalize();
    return all > 0;
}
