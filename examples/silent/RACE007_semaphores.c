// Semaphores and a barrier of the C library in shared window memory order the stores and loads of two processes.
// gomarmot: access=auto flag=-pthread
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

enum { N = 64, ROUNDS = 20 };

struct shared {
    sem_t full, empty;
    pthread_barrier_t meet;
    int sent[N], both[2][N];
};

/* Rank 0 stores, rank 1 loads, in turns. */
static int by_semaphores(struct shared *s, MPI_Win win, int rank) {
    int bad = 0;

    for (int k = 0; k < ROUNDS; k++) {
        if (rank == 0) {
            for (int i = 0; i < N; i++)
                s->sent[i] = k + i;
            MPI_Win_sync(win);
            sem_post(&s->full);
            sem_wait(&s->empty);
            MPI_Win_sync(win);
        } else {
            sem_wait(&s->full);
            MPI_Win_sync(win);
            for (int i = 0; i < N; i++)
                bad += s->sent[i] != k + i;
            MPI_Win_sync(win);
            sem_post(&s->empty);
        }
    }
    return bad;
}

/* Each rank stores values that the other rank loads. */
static int by_barrier(struct shared *s, int rank) {
    int bad = 0;

    for (int k = 0; k < ROUNDS; k++) {
        for (int i = 0; i < N; i++)
            s->both[rank][i] = k + i;
        pthread_barrier_wait(&s->meet);
        for (int i = 0; i < N; i++)
            bad += s->both[1 - rank][i] != k + i;
        pthread_barrier_wait(&s->meet);
    }
    return bad;
}

int main(int argc, char **argv) {
    int rank, unit, bad;
    struct shared *own, *s;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank ? 0 : sizeof *s, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &own, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &s);
    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        pthread_barrierattr_t attr;

        pthread_barrierattr_init(&attr);
        pthread_barrierattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
        pthread_barrier_init(&s->meet, &attr, 2);
        sem_init(&s->full, 1, 0);
        sem_init(&s->empty, 1, 0);
    }
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    bad = by_semaphores(s, win, rank);
    bad += by_barrier(s, rank);
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    if (bad)
        fprintf(stderr, "rank %d: %d values are wrong\n", rank, bad);
    MPI_Finalize();
    return bad != 0;
}
