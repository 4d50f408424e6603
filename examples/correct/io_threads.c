// gomarmot: ranks=2
// gomarmot: skip-abi-openmpi-6.0 OMPIO may hang with several threads, with or without gomarmot
// MPI_THREAD_MULTIPLE: four threads per rank, each with files of its own. Three have
// a file of this rank alone (MPI_COMM_SELF), the fourth one shares its file with the
// same thread of the other ranks. Each thread begins and ends its split collectives
// itself; between the two it uses independent I/O on the same handle, and the other
// threads begin and end theirs. An MPI library without MPI_THREAD_MULTIPLE has
// nothing to do. Open MPI's own I/O component loses requests when several threads
// are in it, so there the threads take turns to call.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 4, LENGTH = 24, NOTE = 2 };

typedef struct {
    int rounds, id, rank, size, wrong; // rank and size in the file's communicator
    int out[LENGTH], in[LENGTH], note[NOTE];
    MPI_Comm comm;
    MPI_File file;
    pthread_barrier_t *phase; // of this rank's threads
} Worker;

#ifdef OPEN_MPI
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;
static void enter(void) { pthread_mutex_lock(&turn); }
static void leave(void) { pthread_mutex_unlock(&turn); }
#else
static void enter(void) {}
static void leave(void) {}
#endif

static int value(int rank, int round, int id, int i) {
    return rank * 10000000 + round * 10000 + id * 1000 + i;
}

static void worker_create(Worker *w, int id, int rounds) {
    char name[40];
    int world;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm_dup(id < THREADS - 1 ? MPI_COMM_SELF : MPI_COMM_WORLD, &w->comm);
    MPI_Comm_rank(w->comm, &w->rank);
    MPI_Comm_size(w->comm, &w->size);
    if (id < THREADS - 1)
        snprintf(name, sizeof name, "own.%d.%d", world, id);
    else
        snprintf(name, sizeof name, "common.%d", id);
    MPI_File_open(w->comm, name, MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                  MPI_INFO_NULL, &w->file);
    MPI_File_set_view(w->file, 0, MPI_INT, MPI_INT, "native", MPI_INFO_NULL);
    w->id = id;
    w->rounds = rounds;
    w->wrong = 0;
}

static void worker_free(Worker *w) {
    MPI_File_close(&w->file);
    MPI_Comm_free(&w->comm);
}

// A round of the file has a note of each rank, then a block of each rank.
static MPI_Offset note_at(const Worker *w, int rank, int round) {
    return (MPI_Offset)round * w->size * (NOTE + LENGTH) + (MPI_Offset)rank * NOTE;
}

static MPI_Offset block_at(const Worker *w, int rank, int round) {
    return note_at(w, w->size, round) + (MPI_Offset)rank * LENGTH;
}

static void write_round(Worker *w, int round) {
    for (int i = 0; i < LENGTH; i++)
        w->out[i] = value(w->rank, round, w->id, i);
    enter();
    MPI_File_write_at_all_begin(w->file, block_at(w, w->rank, round), w->out, LENGTH, MPI_INT);
    leave();
    w->note[0] = round;
    w->note[1] = w->id;
    enter();
    MPI_File_write_at(w->file, note_at(w, w->rank, round), w->note, NOTE, MPI_INT,
                      MPI_STATUS_IGNORE);
    leave();
    enter();
    MPI_File_write_at_all_end(w->file, w->out, MPI_STATUS_IGNORE);
    leave();
}

static void read_round(Worker *w, int round) {
    int other = (w->rank + 1) % w->size;
    enter();
    MPI_File_read_at_all_begin(w->file, block_at(w, other, round), w->in, LENGTH, MPI_INT);
    leave();
    enter();
    MPI_File_read_at(w->file, note_at(w, other, round), w->note, NOTE, MPI_INT, MPI_STATUS_IGNORE);
    leave();
    enter();
    MPI_File_read_at_all_end(w->file, w->in, MPI_STATUS_IGNORE);
    leave();
    w->wrong += w->note[0] != round || w->note[1] != w->id;
    for (int i = 0; i < LENGTH; i++)
        w->wrong += w->in[i] != value(other, round, w->id, i);
}

static void *work(void *argument) {
    Worker *w = argument;
    for (int round = 0; round < w->rounds; round++)
        write_round(w, round);
    pthread_barrier_wait(w->phase); // one MPI refuses to sync while another file is busy
    enter();
    MPI_File_sync(w->file);
    MPI_Barrier(w->comm);
    MPI_File_sync(w->file);
    leave();
    pthread_barrier_wait(w->phase);
    for (int round = 0; round < w->rounds; round++)
        read_round(w, round);
    return NULL;
}

// run starts the threads and returns how many values were wrong on all ranks.
static int run(int rounds) {
    static Worker worker[THREADS];
    pthread_t thread[THREADS];
    pthread_barrier_t phase;
    int wrong = 0, all;
    pthread_barrier_init(&phase, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        worker_create(&worker[i], i, rounds);
        worker[i].phase = &phase;
    }
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, work, &worker[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        wrong += worker[i].wrong;
    }
    for (int i = 0; i < THREADS; i++)
        worker_free(&worker[i]);
    pthread_barrier_destroy(&phase);
    MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 100, provided, rank, wrong = 0;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_File_set_errhandler(MPI_FILE_NULL, MPI_ERRORS_ARE_FATAL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided >= MPI_THREAD_MULTIPLE)
        wrong = run(rounds);
    if (wrong > 0 && rank == 0)
        fprintf(stderr, "io_threads: %d values are wrong\n", wrong);
    MPI_Finalize();
    return wrong > 0;
}
