// On each rank, three threads each use their own part of the window and their own tag. A thread
// stores to its part and sends a message to its partner on the other rank; the partner gets the
// part, puts it back and answers. After each round, a barrier of the threads hands the parts over
// to other threads of the rank.
// gomarmot: access=auto flag=-pthread
#include <mpi.h>
#include <pthread.h>

enum { THREADS = 3, N = 20, ROUNDS = 8 };

static int rank, *cells;
static MPI_Win win;
static pthread_barrier_t barrier;
static long sums[THREADS];

static void *work(void *argument) {
    const int me = *(int *)argument;
    int copy[N];

    for (int n = 0; n < ROUNDS; n++) {
        const int part = (me + n) % THREADS;
        int *mine = cells + part * N;
        if ((n + rank) % 2) {
            for (int i = 0; i < N; i++)
                mine[i] += i;
            MPI_Win_sync(win);
            MPI_Send(NULL, 0, MPI_INT, 1 - rank, part, MPI_COMM_WORLD);
            MPI_Recv(NULL, 0, MPI_INT, 1 - rank, part, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Win_sync(win);
            for (int i = 0; i < N; i++)
                sums[me] += mine[i];
        } else {
            MPI_Recv(NULL, 0, MPI_INT, 1 - rank, part, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            MPI_Get(copy, N, MPI_INT, 1 - rank, part * N, N, MPI_INT, win);
            MPI_Win_flush(1 - rank, win);
            for (int i = 0; i < N; i++)
                copy[i] *= 2;
            MPI_Put(copy, N, MPI_INT, 1 - rank, part * N, N, MPI_INT, win);
            MPI_Win_flush(1 - rank, win);
            MPI_Send(NULL, 0, MPI_INT, 1 - rank, part, MPI_COMM_WORLD);
        }
        pthread_barrier_wait(&barrier);
    }
    return NULL;
}

int main(int argc, char **argv) {
    int provided, numbers[THREADS];
    pthread_t threads[THREADS];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Win_allocate(THREADS * N * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    for (int i = 0; i < THREADS * N; i++)
        cells[i] = 0;
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    pthread_barrier_init(&barrier, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        numbers[i] = i;
        pthread_create(&threads[i], NULL, work, &numbers[i]);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return sums[0] < 0;
}
