// gomarmot: ranks=2
// A log that all ranks write through the shared file pointer. In each round every
// rank adds some records of its own, in no order (write_shared, iwrite_shared), and
// one in rank order (write_ordered, split now and then); a barrier keeps the two
// kinds apart. The log is read back with seek_shared and read_shared, each record
// by whichever rank comes first. A second log is opened with MPI_MODE_SEQUENTIAL, once for
// writing and once for reading, where the shared file pointer is all there is.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
    int writer, number, round, kind; // number counts the writer's records
} Record;

enum { NOBODY, SHARED, NONBLOCKING, ORDERED };

typedef struct {
    int rank, size, written;
    MPI_File file;
    MPI_Datatype record;
} Log;

static void log_open(Log *log, const char *name, int mode) {
    MPI_Comm_rank(MPI_COMM_WORLD, &log->rank);
    MPI_Comm_size(MPI_COMM_WORLD, &log->size);
    log->written = 0;
    MPI_Type_contiguous(4, MPI_INT, &log->record);
    MPI_Type_commit(&log->record);
    MPI_File_open(MPI_COMM_WORLD, name, mode, MPI_INFO_NULL, &log->file);
    MPI_File_set_view(log->file, mode & MPI_MODE_SEQUENTIAL ? MPI_DISPLACEMENT_CURRENT : 0,
                      log->record, log->record, "native", MPI_INFO_NULL);
}

static void log_close(Log *log) {
    MPI_File_close(&log->file);
    MPI_Type_free(&log->record);
}

static Record next_record(Log *log, int round, int kind) {
    Record r = {log->rank, log->written++, round, kind};
    return r;
}

// extra is how many records a rank adds in a round before the ordered one.
static int extra(int rank, int round) { return (rank + round) % 3; }

// records_until is how many records a rank has written before a round.
static int records_until(int rank, int round) {
    int n = 0;
    for (int i = 0; i < round; i++)
        n += extra(rank, i) + 1;
    return n;
}

// add_unordered returns how many nonblocking writes came out short.
static int add_unordered(Log *log, int round) {
    Record r[2];
    MPI_Request request[2];
    MPI_Status status[2];
    int n = extra(log->rank, round), pending = 0, wrong = 0, count;
    for (int i = 0; i < n; i++) {
        int later = round % 2;
        r[i] = next_record(log, round, later ? NONBLOCKING : SHARED);
        if (later)
            MPI_File_iwrite_shared(log->file, &r[i], 1, log->record, &request[pending++]);
        else
            MPI_File_write_shared(log->file, &r[i], 1, log->record, MPI_STATUS_IGNORE);
    }
    MPI_Waitall(pending, request, status);
    for (int i = 0; i < pending; i++) {
        MPI_Get_count(&status[i], log->record, &count);
        wrong += count != 1;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    return wrong;
}

static void add_ordered(Log *log, int round) {
    Record r = next_record(log, round, ORDERED);
    if (round % 3 == 0) {
        MPI_File_write_ordered_begin(log->file, &r, 1, log->record);
        MPI_File_write_ordered_end(log->file, &r, MPI_STATUS_IGNORE);
    } else {
        MPI_File_write_ordered(log->file, &r, 1, log->record, MPI_STATUS_IGNORE);
    }
    MPI_Barrier(MPI_COMM_WORLD);
}

static int write_log(Log *log, int rounds) {
    int wrong = 0;
    for (int round = 0; round < rounds; round++) {
        wrong += add_unordered(log, round);
        add_ordered(log, round);
    }
    return wrong;
}

static int valid(const Log *log, const Record *r, int rounds) {
    return r->writer >= 0 && r->writer < log->size && r->number >= 0 && r->round < rounds &&
           r->number >= records_until(r->writer, r->round) &&
           r->number < records_until(r->writer, r->round + 1);
}

// read_log: the ranks share the records among themselves; together they must have
// seen each record once, and all ordered records of a round in rank order.
static int read_log(Log *log, int rounds) {
    int total = 0, most = 0, mine, wrong = 0, *seen, *all;
    for (int i = 0; i < log->size; i++) {
        int n = records_until(i, rounds);
        total += n;
        most = n > most ? n : most;
    }
    seen = calloc((size_t)log->size * most, sizeof *seen);
    all = calloc((size_t)log->size * most, sizeof *all);
    mine = total / log->size + (log->rank < total % log->size);
    for (int i = 0; i < mine; i++) {
        Record r = {-1, -1, -1, NOBODY};
        MPI_File_read_shared(log->file, &r, 1, log->record, MPI_STATUS_IGNORE);
        if (valid(log, &r, rounds))
            seen[(size_t)r.writer * most + r.number]++;
        else
            wrong++;
    }
    MPI_Allreduce(seen, all, log->size * most, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    for (int w = 0; w < log->size; w++)
        for (int i = 0; i < most; i++)
            wrong += all[(size_t)w * most + i] != (i < records_until(w, rounds));
    free(seen);
    free(all);
    return wrong;
}

// in_order: rank 0 reads the whole log by itself: the rounds follow one another,
// and the ordered records of a round are its last ones, in rank order.
static int in_order(Log *log, int rounds) {
    int wrong = 0;
    if (log->rank != 0)
        return 0;
    for (int round = 0; round < rounds; round++) {
        int n = 0;
        for (int i = 0; i < log->size; i++)
            n += extra(i, round);
        for (int i = 0; i < n + log->size; i++) {
            Record r = {-1, -1, -1, NOBODY};
            MPI_File_read(log->file, &r, 1, log->record, MPI_STATUS_IGNORE);
            wrong += r.round != round || (r.kind == ORDERED) != (i >= n);
            wrong += i >= n && r.writer != i - n;
        }
    }
    return wrong;
}

static int shared_log(int rounds) {
    Log log;
    MPI_Offset at;
    int wrong;
    log_open(&log, "shared.log",
             MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_UNIQUE_OPEN | MPI_MODE_DELETE_ON_CLOSE);
    wrong = write_log(&log, rounds);
    MPI_File_get_position_shared(log.file, &at);
    for (int i = 0; i < log.size; i++)
        at -= records_until(i, rounds);
    wrong += at != 0; // in etypes, which are records
    MPI_File_sync(log.file);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_File_sync(log.file);
    MPI_File_seek_shared(log.file, 0, MPI_SEEK_SET);
    wrong += read_log(&log, rounds) + in_order(&log, rounds);
    log_close(&log);
    return wrong;
}

static int sequential_log(int rounds) {
    static const char *const name = "sequential.log";
    Log log;
    int wrong;
    log_open(&log, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_SEQUENTIAL);
    wrong = write_log(&log, rounds);
    log_close(&log);
    MPI_Barrier(MPI_COMM_WORLD);
    log_open(&log, name, MPI_MODE_RDONLY | MPI_MODE_SEQUENTIAL | MPI_MODE_DELETE_ON_CLOSE);
    wrong += read_log(&log, rounds);
    log_close(&log);
    return wrong;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 150, rank, wrong, all;

    MPI_Init(&argc, &argv);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    wrong = shared_log(rounds) + sequential_log(rounds);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && rank == 0)
        fprintf(stderr, "io_log: %d records are wrong\n", all);
    MPI_Finalize();
    return all > 0;
}
