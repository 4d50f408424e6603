// gomarmot: ranks=2
// gomarmot: skip-romio nonblocking collective I/O of romio321 calls a null pointer
// Nonblocking collective I/O: several writes at explicit offsets are under way on one
// handle while a write and later a read through the individual file pointer is under
// way on another one. Between start and completion the ranks communicate.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PIECES = 4, LENGTH = 32 };

typedef struct {
    int rank, size;
    MPI_File table, column; // written by explicit offset; in order of time
    int out[PIECES][LENGTH], in[LENGTH], series[LENGTH], back[LENGTH];
} Store;

static int value(int rank, int round, int piece, int i) {
    return rank * 10000000 + round * 10000 + piece * 100 + i;
}

static MPI_Offset place(int rank, int piece) {
    return ((MPI_Offset)rank * PIECES + piece) * LENGTH;
}

static MPI_File open_file(const char *name) {
    MPI_File file;
    MPI_File_open(MPI_COMM_WORLD, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &file);
    return file;
}

static void store_create(Store *s) {
    MPI_Datatype slots, block;
    MPI_Comm_rank(MPI_COMM_WORLD, &s->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s->size);
    s->table = open_file("table.dat");
    s->column = open_file("column.dat");
    MPI_File_set_view(s->table, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    MPI_Type_contiguous(LENGTH, MPI_INT, &block);
    MPI_Type_create_resized(block, 0, (MPI_Aint)sizeof(int) * LENGTH * s->size, &slots);
    MPI_Type_commit(&slots);
    MPI_File_set_view(s->column, (MPI_Offset)sizeof(int) * LENGTH * s->rank, MPI_INT, slots,
                      "native", MPI_INFO_NULL);
    MPI_Type_free(&block);
    MPI_Type_free(&slots);
}

static int count_wrong(const MPI_Status *status) {
    int count;
    MPI_Get_count(status, MPI_INT, &count);
    return count != LENGTH;
}

// finish completes n requests: together, as they come, or one by one.
static int finish(int n, MPI_Request *request, int round) {
    MPI_Status status[PIECES];
    int index[PIECES], done = 0, k, wrong = 0;
    switch (round % 3) {
    case 0:
        MPI_Waitall(n, request, status);
        for (int i = 0; i < n; i++)
            wrong += count_wrong(&status[i]);
        return wrong;
    case 1:
        for (; done < n; done += k) {
            MPI_Waitsome(n, request, &k, index, status);
            for (int i = 0; i < k; i++)
                wrong += count_wrong(&status[i]);
        }
        return wrong;
    }
    for (int i = 0; i < n; i++) {
        for (int flag = 0; !flag;)
            MPI_Test(&request[i], &flag, &status[i]);
        wrong += count_wrong(&status[i]);
    }
    return wrong;
}

static void visible(MPI_File file) {
    MPI_File_sync(file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(file);
}

static int write_round(Store *s, int round) {
    MPI_Request request[PIECES], appended;
    int sum;
    for (int i = 0; i < LENGTH; i++)
        s->series[i] = value(s->rank, round, PIECES, i);
    MPI_File_iwrite_all(s->column, s->series, LENGTH, MPI_INT, &appended);
    for (int p = 0; p < PIECES; p++) {
        for (int i = 0; i < LENGTH; i++)
            s->out[p][i] = value(s->rank, round, p, i);
        MPI_File_iwrite_at_all(s->table, place(s->rank, p), s->out[p], LENGTH, MPI_INT,
                               &request[p]);
    }
    MPI_Allreduce(&round, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return finish(PIECES, request, round) + finish(1, &appended, round + 1) +
           (sum != round * s->size);
}

static int read_round(Store *s, int round) {
    int other = (s->rank + 1) % s->size, piece = round % PIECES, wrong;
    MPI_Request request[2];
    MPI_File_iread_at_all(s->table, place(other, piece), s->in, LENGTH, MPI_INT, &request[0]);
    MPI_File_seek(s->column, (MPI_Offset)round * LENGTH, MPI_SEEK_SET);
    MPI_File_iread_all(s->column, s->back, LENGTH, MPI_INT, &request[1]);
    wrong = finish(1, &request[0], round) + finish(1, &request[1], round + 2);
    for (int i = 0; i < LENGTH; i++)
        wrong += (s->in[i] != value(other, round, piece, i)) +
                 (s->back[i] != value(s->rank, round, PIECES, i));
    return wrong;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 100, wrong = 0, total;
    static Store s;

    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    store_create(&s);
    for (int round = 0; round < rounds; round++) {
        wrong += write_round(&s, round);
        visible(s.table);
        wrong += read_round(&s, round);
        visible(s.table);
    }
    MPI_File_close(&s.column);
    MPI_File_close(&s.table);
    MPI_Allreduce(&wrong, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (total > 0 && s.rank == 0)
        fprintf(stderr, "io_collective_requests: %d values are wrong\n", total);
    MPI_Finalize();
    return total > 0;
}
