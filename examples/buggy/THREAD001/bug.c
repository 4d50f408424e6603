// A second thread uses the window although the program requested
// only MPI_THREAD_FUNNELED.
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static int peer, value = 7;

static void *worker(void *unused) {
    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win); // want THREAD001 "thread 1 calls MPI_Win_lock"
    MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_unlock(peer, win);
    return unused;
}

int main(int argc, char **argv) {
    int rank, provided, *base;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    pthread_create(&thread, NULL, worker, NULL);
    pthread_join(thread, NULL);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
