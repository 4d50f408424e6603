// gomarmot: ranks=2
// Nonblocking I/O with many requests under way at once: at explicit offsets and
// through the individual file pointer, all to different bytes and from different
// buffers. Each way to complete requests has its turn. A round ends with reads of
// what another rank wrote, after sync, barrier, sync.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { PIECES = 8, LENGTH = 16 };
enum { SOME, ANY, EACH, TEST_SOME, TEST_ANY, TEST_EACH, ALL, WAYS };

typedef struct {
    int rank, size;
    MPI_File file;
    int out[PIECES][LENGTH], in[PIECES][LENGTH];
} Store;

static int value(int rank, int round, int piece, int i) {
    return rank * 10000000 + round * 10000 + piece * 100 + i;
}

// place is the offset of a piece: each rank has its own range of the file.
static MPI_Offset place(int rank, int piece) {
    return ((MPI_Offset)rank * PIECES + piece) * LENGTH;
}

static int count_wrong(MPI_Status *status) {
    int count;
    MPI_Get_count(status, MPI_INT, &count);
    return count != LENGTH;
}

static int some(int n, MPI_Request *request, int test) {
    int done = 0, wrong = 0, index[PIECES], k;
    MPI_Status status[PIECES];
    while (done < n) {
        if (test)
            MPI_Testsome(n, request, &k, index, status);
        else
            MPI_Waitsome(n, request, &k, index, status);
        for (int i = 0; i < k; i++)
            wrong += count_wrong(&status[i]);
        done += k;
    }
    return wrong;
}

static int any(int n, MPI_Request *request, int test) {
    int wrong = 0, index, flag;
    for (int done = 0; done < n; done++) {
        MPI_Status status;
        flag = !test;
        if (!test)
            MPI_Waitany(n, request, &index, &status);
        while (!flag)
            MPI_Testany(n, request, &index, &flag, &status);
        wrong += index == MPI_UNDEFINED || count_wrong(&status);
    }
    return wrong;
}

static int each(int n, MPI_Request *request, int test) {
    int wrong = 0;
    for (int i = n - 1; i >= 0; i--) {
        MPI_Status status;
        int flag = !test;
        if (!test)
            MPI_Wait(&request[i], &status);
        while (!flag)
            MPI_Test(&request[i], &flag, &status);
        wrong += count_wrong(&status);
    }
    return wrong;
}

static int all(int n, MPI_Request *request) {
    MPI_Status status[PIECES];
    int wrong = 0;
    MPI_Waitall(n, request, status);
    for (int i = 0; i < n; i++)
        wrong += count_wrong(&status[i]);
    return wrong;
}

// complete completes all requests, in the way whose turn it is.
static int complete(int n, MPI_Request *request, int round) {
    int way = round % WAYS, test = way >= TEST_SOME, wrong = 0;
    if (way == ALL)
        wrong = all(n, request);
    else if (way == SOME || way == TEST_SOME)
        wrong = some(n, request, test);
    else if (way == ANY || way == TEST_ANY)
        wrong = any(n, request, test);
    else
        wrong = each(n, request, test);
    for (int i = 0; i < n; i++)
        wrong += request[i] != MPI_REQUEST_NULL;
    return wrong;
}

// write_round: every second piece through the individual file pointer.
static int write_round(Store *s, int round) {
    MPI_Request request[PIECES];
    for (int p = 0; p < PIECES; p++)
        for (int i = 0; i < LENGTH; i++)
            s->out[p][i] = value(s->rank, round, p, i);
    for (int p = 0; p < PIECES; p++) {
        if (p % 2) {
            MPI_File_iwrite_at(s->file, place(s->rank, p), s->out[p], LENGTH, MPI_INT, &request[p]);
            continue;
        }
        MPI_File_seek(s->file, place(s->rank, p), MPI_SEEK_SET);
        MPI_File_iwrite(s->file, s->out[p], LENGTH, MPI_INT, &request[p]);
    }
    return complete(PIECES, request, round);
}

static int read_round(Store *s, int round) {
    MPI_Request request[PIECES];
    int other = (s->rank + 1 + round) % s->size, wrong;
    for (int p = 0; p < PIECES; p++) {
        if (p % 2) {
            MPI_File_iread_at(s->file, place(other, p), s->in[p], LENGTH, MPI_INT, &request[p]);
            continue;
        }
        MPI_File_seek(s->file, place(other, p), MPI_SEEK_SET);
        MPI_File_iread(s->file, s->in[p], LENGTH, MPI_INT, &request[p]);
    }
    wrong = complete(PIECES, request, round + 2);
    for (int p = 0; p < PIECES; p++)
        for (int i = 0; i < LENGTH; i++)
            wrong += s->in[p][i] != value(other, round, p, i);
    return wrong;
}

// visible makes what was accessed before it complete on all ranks.
static void visible(Store *s) {
    MPI_File_sync(s->file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(s->file);
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 160, wrong = 0, total;
    static Store s;

    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_rank(MPI_COMM_WORLD, &s.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &s.size);
    MPI_File_open(MPI_COMM_WORLD, "pieces.dat",
                  MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                  &s.file);
    MPI_File_set_view(s.file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    for (int round = 0; round < rounds; round++) {
        wrong += write_round(&s, round);
        visible(&s);
        wrong += read_round(&s, round);
        visible(&s); // the next round writes over what was read
    }
    MPI_File_close(&s.file);
    MPI_Allreduce(&wrong, &total, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (total > 0 && s.rank == 0)
        fprintf(stderr, "io_requests: %d values are wrong\n", total);
    MPI_Finalize();
    return total > 0;
}
