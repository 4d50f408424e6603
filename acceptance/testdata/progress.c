// Ranks that make no progress for some seconds as far as MPI calls show it, and are right.
// thread: on each rank a thread polls, again and again, while the main thread computes.
// consensus: ranks find out by synchronous sends, probes and a nonblocking barrier that all messages have
// been received; rank 0 computes before it sends.
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { SECONDS = 4 };

static atomic_int over;

static void compute(void) {
    struct timespec start, now;
    clock_gettime(CLOCK_MONOTONIC, &start);
    do
        clock_gettime(CLOCK_MONOTONIC, &now);
    while (now.tv_sec - start.tv_sec < SECONDS);
}

static void *poll(void *unused) {
    (void)unused;
    while (!over) {
        int found;
        MPI_Iprobe(MPI_ANY_SOURCE, 99, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
    }
    return NULL;
}

static void thread(int rank) {
    pthread_t poller;
    int value = rank, other = 0;

    MPI_Sendrecv(&value, 1, MPI_INT, 1 - rank, 0, &other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    pthread_create(&poller, NULL, poll, NULL);
    compute();
    MPI_Sendrecv(&value, 1, MPI_INT, 1 - rank, 0, &other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    over = 1;
    pthread_join(poller, NULL);
}

static void consensus(int rank) {
    int value = rank, got, found, sent = 0, in_barrier = 0, done = 0;
    MPI_Request send, barrier;
    MPI_Status status;

    if (rank == 0)
        compute();
    MPI_Issend(&value, 1, MPI_INT, 1 - rank, 7, MPI_COMM_WORLD, &send);
    while (!done) {
        MPI_Iprobe(MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &found, &status);
        if (found)
            MPI_Recv(&got, 1, MPI_INT, status.MPI_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        if (in_barrier) {
            MPI_Test(&barrier, &done, MPI_STATUS_IGNORE);
        } else {
            MPI_Test(&send, &sent, MPI_STATUS_IGNORE);
            if (sent) {
                MPI_Ibarrier(MPI_COMM_WORLD, &barrier);
                in_barrier = 1;
            }
        }
    }
}

int main(int argc, char **argv) {
    int rank, level;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 3);
    if (argc > 1 && strcmp(argv[1], "thread") == 0)
        thread(rank);
    else
        consensus(rank);
    MPI_Finalize();
    printf("over\n");
    return 0;
}
