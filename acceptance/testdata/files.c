// Writes two files in all the ways there are, reads them back and prints what it
// got from MPI. The files stay.
#include <mpi.h>
#include <stdio.h>

enum { N = 1000, ROUNDS = 20 };

static int rank, size, block[N];

static MPI_File open_file(const char *name) {
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    return file;
}

// fill gives a block that differs from rank to rank and round to round.
static void fill(int round) {
    unsigned x = 12345u + 1000u * (unsigned)rank + (unsigned)round;
    for (int i = 0; i < N; i++)
        block[i] = (int)((x = x * 1664525u + 1013904223u) >> 8);
}

// write_view: every rank has its own blocks of a view.
static void write_view(MPI_File file) {
    MPI_Datatype mine;
    MPI_Request request;
    MPI_Type_vector(ROUNDS, N, N * size, MPI_INT, &mine);
    MPI_Type_commit(&mine);
    MPI_File_set_view(file, (MPI_Offset)rank * N * (MPI_Offset)sizeof(int), MPI_INT, mine, "native",
                      MPI_INFO_NULL);
    MPI_Type_free(&mine);
    for (int round = 0; round < ROUNDS; round++) {
        fill(round);
        if (round % 3 == 0) {
            MPI_File_write_all_begin(file, block, N, MPI_INT);
            MPI_File_write_all_end(file, block, MPI_STATUS_IGNORE);
        } else if (round % 3 == 1) {
            MPI_File_write_all(file, block, N, MPI_INT, MPI_STATUS_IGNORE);
        } else {
            MPI_File_iwrite(file, block, N, MPI_INT, &request);
            MPI_Wait(&request, MPI_STATUS_IGNORE);
        }
    }
}

static void write_ordered(MPI_File file) {
    for (int round = 0; round < ROUNDS; round++) {
        fill(round);
        if (round % 2) {
            MPI_File_write_ordered_begin(file, block, N / (rank + 1), MPI_INT);
            MPI_File_write_ordered_end(file, block, MPI_STATUS_IGNORE);
        } else {
            MPI_File_write_ordered(file, block, N / (rank + 1), MPI_INT, MPI_STATUS_IGNORE);
        }
    }
}

// print_sum reads a part of the file that another rank wrote.
static void print_sum(MPI_File file, const char *name) {
    unsigned sum = 0;
    int count;
    MPI_Offset bytes;
    MPI_Status status;
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
    MPI_File_set_view(file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_File_get_size(file, &bytes);
    for (int round = 0; round < ROUNDS; round++) {
        MPI_File_read_at(file, (MPI_Offset)(round * size + (rank + 1) % size) * N / 2, block, N / 2,
                         MPI_INT, &status);
        MPI_Get_count(&status, MPI_INT, &count);
        for (int i = 0; i < count; i++)
            sum = sum * 31 + (unsigned)block[i];
    }
    printf("rank %d: %s has %lld bytes, sum %u\n", rank, name, (long long)bytes, sum);
}

// print_missing: errors on files return.
static void print_missing(void) {
    MPI_File file;
    int class, code;
    code = MPI_File_open(MPI_COMM_SELF, "missing.dat", MPI_MODE_RDONLY, MPI_INFO_NULL, &file);
    MPI_Error_class(code, &class);
    printf("rank %d: no such file: %d\n", rank, class == MPI_ERR_NO_SUCH_FILE);
}

int main(int argc, char **argv) {
    MPI_File view, ordered;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    view = open_file("view.dat");
    ordered = open_file("ordered.dat");
    write_view(view);
    write_ordered(ordered);
    print_sum(view, "view.dat");
    print_sum(ordered, "ordered.dat");
    MPI_File_close(&view);
    MPI_File_close(&ordered);
    print_missing();
    MPI_Finalize();
    return 0;
}
