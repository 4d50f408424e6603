// gomarmot: ranks=2
// gomarmot: skip-openmpi-6.0 MPI_Win_fence of several threads hangs now and then, without gomarmot too
// MPI_THREAD_MULTIPLE: several threads per rank, each with a communicator and a
// window of its own. One thread uses fences, one locks, one lock_all, and none
// waits for another. An MPI library without MPI_THREAD_MULTIPLE has nothing to do.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3 };

typedef struct {
    int rounds, rank, next, previous, wrong;
    int *cell;
    MPI_Comm comm;
    MPI_Win win;
} Worker;

static void worker_create(Worker *w, int rounds) {
    int size;
    MPI_Comm_dup(MPI_COMM_WORLD, &w->comm);
    MPI_Comm_rank(w->comm, &w->rank);
    MPI_Comm_size(w->comm, &size);
    w->next = (w->rank + 1) % size;
    w->previous = (w->rank + size - 1) % size;
    w->rounds = rounds;
    w->wrong = 0;
    MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, w->comm, &w->cell, &w->win);
}

static void worker_free(Worker *w) {
    MPI_Win_free(&w->win);
    MPI_Comm_free(&w->comm);
}

static void *with_fences(void *argument) {
    Worker *w = argument;
    for (int round = 0; round < w->rounds; round++) {
        int value = w->rank + round;
        MPI_Win_fence(MPI_MODE_NOPRECEDE, w->win);
        MPI_Put(&value, 1, MPI_INT, w->next, 0, 1, MPI_INT, w->win);
        MPI_Win_fence(MPI_MODE_NOSUCCEED, w->win);
        w->wrong += *w->cell != w->previous + round;
    }
    return NULL;
}

static void *with_locks(void *argument) {
    Worker *w = argument;
    for (int round = 0; round < w->rounds; round++) {
        int value = w->rank * 2 + round;
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, w->next, 0, w->win);
        MPI_Put(&value, 1, MPI_INT, w->next, 0, 1, MPI_INT, w->win);
        MPI_Win_unlock(w->next, w->win);
        MPI_Barrier(w->comm);
        MPI_Win_lock(MPI_LOCK_SHARED, w->rank, 0, w->win);
        w->wrong += *w->cell != w->previous * 2 + round;
        MPI_Win_unlock(w->rank, w->win);
        MPI_Barrier(w->comm);
    }
    return NULL;
}

static void *with_lock_all(void *argument) {
    Worker *w = argument;
    MPI_Win_lock_all(MPI_MODE_NOCHECK, w->win);
    for (int round = 0; round < w->rounds; round++) {
        int value = w->rank * 3 + round, back = -1;
        MPI_Put(&value, 1, MPI_INT, w->next, 0, 1, MPI_INT, w->win);
        MPI_Win_flush(w->next, w->win);
        MPI_Get(&back, 1, MPI_INT, w->next, 0, 1, MPI_INT, w->win);
        MPI_Win_flush(w->next, w->win);
        w->wrong += back != value;
    }
    MPI_Win_unlock_all(w->win);
    return NULL;
}

// run starts the threads and returns how many values were wrong on all ranks.
static int run(int rounds) {
    void *(*body[THREADS])(void *) = {with_fences, with_locks, with_lock_all};
    Worker worker[THREADS];
    pthread_t thread[THREADS];
    int errors = 0, all;
    for (int i = 0; i < THREADS; i++)
        worker_create(&worker[i], rounds);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, body[i], &worker[i]);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        errors += worker[i].wrong;
    }
    for (int i = 0; i < THREADS; i++)
        worker_free(&worker[i]);
    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    return all;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    int provided, rank, errors = 0;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided >= MPI_THREAD_MULTIPLE)
        errors = run(rounds);
    if (errors > 0 && rank == 0)
        fprintf(stderr, "threads: %d values are wrong\n", errors);
    MPI_Finalize();
    return errors > 0;
}
