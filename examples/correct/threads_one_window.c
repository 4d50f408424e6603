// gomarmot: ranks=2
// MPI_THREAD_MULTIPLE: several threads of each rank work on one window, in one
// lock_all epoch that the main thread opens and closes. Each thread adds to
// counters of its own and to one that all of them share.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

enum { THREADS = 3, SHARED = THREADS, COUNTERS }; // counters at each rank

typedef struct {
    int number, rounds, size;
    long sum; // of what the shared counters were before the own additions
    MPI_Win win;
} Worker;

static void *work(void *argument) {
    Worker *w = argument;
    for (int round = 0; round < w->rounds; round++) {
        int target = round % w->size;
        long amount = round + 1, one = 1, before;
        MPI_Accumulate(&amount, 1, MPI_LONG, target, w->number, 1, MPI_LONG, MPI_SUM, w->win);
        MPI_Fetch_and_op(&one, &before, MPI_LONG, target, SHARED, MPI_SUM, w->win);
        MPI_Win_flush(target, w->win);
        w->sum += before;
    }
    return NULL;
}

// wrong compares the own counters with what all threads of all ranks have added.
static int wrong(const long *counter, int rank, int size, int rounds) {
    long amount = 0, calls = 0;
    int count = 0;
    for (int round = rank; round < rounds; round += size) {
        amount += round + 1;
        calls++;
    }
    for (int i = 0; i < THREADS; i++)
        count += counter[i] != size * amount;
    return count + (counter[SHARED] != size * THREADS * calls);
}

// expected returns the sum of all values that the shared counters have had: each
// fetch saw another one.
static long expected(int size, int rounds) {
    long sum = 0;
    for (int rank = 0; rank < size; rank++) {
        long calls = 0;
        for (int round = rank; round < rounds; round += size)
            calls += size * THREADS;
        sum += calls * (calls - 1) / 2;
    }
    return sum;
}

static int run(int rank, int rounds) {
    int size, errors;
    long *counter, sum = 0, total;
    MPI_Win win;
    Worker worker[THREADS];
    pthread_t thread[THREADS];

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Win_allocate(COUNTERS * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counter,
                     &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    for (int i = 0; i < COUNTERS; i++)
        counter[i] = 0;
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    for (int i = 0; i < THREADS; i++) {
        worker[i] = (Worker){.number = i, .rounds = rounds, .size = size, .win = win};
        pthread_create(&thread[i], NULL, work, &worker[i]);
    }
    for (int i = 0; i < THREADS; i++) {
        pthread_join(thread[i], NULL);
        sum += worker[i].sum;
    }
    MPI_Win_unlock_all(win);

    MPI_Allreduce(&sum, &total, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
    MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
    errors = wrong(counter, rank, size, rounds) + (total != expected(size, rounds));
    MPI_Win_unlock(rank, win);
    MPI_Win_free(&win);
    return errors;
}

int main(int argc, char **argv) {
    int rounds = argc > 1 ? atoi(argv[1]) : 200;
    int provided, rank, errors = 0, all;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided >= MPI_THREAD_MULTIPLE)
        errors = run(rank, rounds);
    MPI_Allreduce(&errors, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (all > 0 && rank == 0)
        fprintf(stderr, "threads_one_window: %d counters are wrong\n", all);
    MPI_Finalize();
    return all > 0;
}
