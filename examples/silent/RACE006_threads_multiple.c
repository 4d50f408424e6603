// Threads communicate and hand buffers over to each other: by a condition variable, by
// semaphores, and by a barrier. The MPI calls of all threads overlap.
// gomarmot: access=auto flag=-pthread
// gomarmot: skip-provoked-send both ranks send before they receive, which the rules it is about do not care for
#include <mpi.h>
#include <pthread.h>
#include <semaphore.h>

enum { N = 40, ROUNDS = 30, PAIRS = 3 };

struct pair {
    int number;
    int data[N];
    pthread_mutex_t mutex;
    pthread_cond_t changed;
    int full;
    sem_t filled, emptied;
    pthread_barrier_t both;
};

static struct pair pairs[PAIRS];
static int rank;

// The receiver has filled the buffer.
static void hand_over(struct pair *p) {
    switch (p->number) {
    case 0:
        pthread_mutex_lock(&p->mutex);
        p->full = 1;
        pthread_cond_signal(&p->changed);
        while (p->full)
            pthread_cond_wait(&p->changed, &p->mutex);
        pthread_mutex_unlock(&p->mutex);
        break;
    case 1:
        sem_post(&p->filled);
        sem_wait(&p->emptied);
        break;
    case 2:
        pthread_barrier_wait(&p->both);
        pthread_barrier_wait(&p->both);
    }
}

static void change(struct pair *p, int n) {
    for (int i = 0; i < N; i++)
        p->data[i] += n;
    MPI_Send(p->data, N, MPI_INT, 1 - rank, PAIRS + p->number, MPI_COMM_WORLD);
}

static void *use(void *argument) {
    struct pair *p = argument;

    for (int n = 0; n < ROUNDS; n++)
        switch (p->number) {
        case 0:
            pthread_mutex_lock(&p->mutex);
            while (!p->full)
                pthread_cond_wait(&p->changed, &p->mutex);
            change(p, n);
            p->full = 0;
            pthread_cond_signal(&p->changed);
            pthread_mutex_unlock(&p->mutex);
            break;
        case 1:
            sem_wait(&p->filled);
            change(p, n);
            sem_post(&p->emptied);
            break;
        case 2:
            pthread_barrier_wait(&p->both);
            change(p, n);
            pthread_barrier_wait(&p->both);
        }
    return NULL;
}

static void *receive(void *argument) {
    struct pair *p = argument;
    MPI_Request requests[2];
    int out[N], in[N];

    for (int n = 0; n < ROUNDS; n++) {
        for (int i = 0; i < N; i++)
            out[i] = n * i;
        MPI_Irecv(p->data, N, MPI_INT, 1 - rank, p->number, MPI_COMM_WORLD, &requests[0]);
        MPI_Isend(out, N, MPI_INT, 1 - rank, p->number, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        hand_over(p);
        MPI_Recv(in, N, MPI_INT, 1 - rank, PAIRS + p->number, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        p->data[0] = in[0];
    }
    return NULL;
}

int main(int argc, char **argv) {
    int provided;
    pthread_t threads[2 * PAIRS];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);

    for (int i = 0; i < PAIRS; i++) {
        struct pair *p = &pairs[i];
        p->number = i;
        pthread_mutex_init(&p->mutex, NULL);
        pthread_cond_init(&p->changed, NULL);
        sem_init(&p->filled, 0, 0);
        sem_init(&p->emptied, 0, 0);
        pthread_barrier_init(&p->both, NULL, 2);
        pthread_create(&threads[2 * i], NULL, receive, p);
        pthread_create(&threads[2 * i + 1], NULL, use, p);
    }
    for (int i = 0; i < 2 * PAIRS; i++)
        pthread_join(threads[i], NULL);

    MPI_Finalize();
    return 0;
}
