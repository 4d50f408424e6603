// A mutex, a read-write lock and a spin lock of the C library in shared window memory order the stores and loads of
// two processes.
// gomarmot: access=auto flag=-pthread
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { N = 64, ROUNDS = 20 };

struct shared {
    pthread_mutex_t mutex;
    pthread_rwlock_t rwlock;
    pthread_spinlock_t spinlock;
    int last, values[N];
};

/* Changes all values, whichever rank comes first. */
static void change(struct shared *s, MPI_Win win, int rank) {
    MPI_Win_sync(win);
    s->last = rank;
    for (int i = 0; i < N; i++)
        s->values[i] = rank + i;
    MPI_Win_sync(win);
}

static void change_in_turn(struct shared *s, MPI_Win win, int rank) {
    pthread_mutex_lock(&s->mutex);
    change(s, win, rank);
    pthread_mutex_unlock(&s->mutex);
    if (!pthread_mutex_trylock(&s->mutex)) {
        change(s, win, rank);
        pthread_mutex_unlock(&s->mutex);
    }
}

static void change_with_lock(struct shared *s, MPI_Win win, int rank) {
    pthread_rwlock_wrlock(&s->rwlock);
    change(s, win, rank);
    pthread_rwlock_unlock(&s->rwlock);
}

static int consistent(struct shared *s) {
    int last;

    pthread_rwlock_rdlock(&s->rwlock);
    last = s->values[N - 1] - s->last;
    pthread_rwlock_unlock(&s->rwlock);
    return last == N - 1;
}

static void change_spinning(struct shared *s, MPI_Win win, int rank) {
    pthread_spin_lock(&s->spinlock);
    change(s, win, rank);
    pthread_spin_unlock(&s->spinlock);
}

static void make_locks(struct shared *s) {
    pthread_mutexattr_t mutex;
    pthread_rwlockattr_t rwlock;

    pthread_mutexattr_init(&mutex);
    pthread_mutexattr_setpshared(&mutex, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&s->mutex, &mutex);
    pthread_mutexattr_destroy(&mutex);
    pthread_rwlockattr_init(&rwlock);
    pthread_rwlockattr_setpshared(&rwlock, PTHREAD_PROCESS_SHARED);
    pthread_rwlock_init(&s->rwlock, &rwlock);
    pthread_rwlockattr_destroy(&rwlock);
    pthread_spin_init(&s->spinlock, PTHREAD_PROCESS_SHARED);
}

static void meet(MPI_Win win) {
    MPI_Win_sync(win);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Win_sync(win);
}

int main(int argc, char **argv) {
    int rank, unit, bad = 0;
    MPI_Aint size;
    MPI_Win win;
    struct shared *s;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate_shared(rank == 0 ? sizeof *s : 0, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &s, &win);
    MPI_Win_shared_query(win, 0, &size, &unit, &s);
    MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
    if (rank == 0)
        make_locks(s);
    meet(win);
    for (int k = 0; k < ROUNDS; k++)
        change_in_turn(s, win, rank);
    meet(win);
    for (int k = 0; k < ROUNDS; k++)
        change_with_lock(s, win, rank);
    bad = !consistent(s);
    meet(win);
    for (int k = 0; k < ROUNDS; k++)
        change_spinning(s, win, rank);
    meet(win);
    if (rank == 0) {
        printf("%d\n", bad);
        pthread_mutex_destroy(&s->mutex);
        pthread_rwlock_destroy(&s->rwlock);
        pthread_spin_destroy(&s->spinlock);
    }
    MPI_Win_unlock_all(win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
