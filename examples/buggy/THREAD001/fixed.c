// A second thread computes, and the first thread uses the window: MPI_THREAD_FUNNELED is
// enough.
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static int peer, value = 7;

static void *worker(void *unused) {
    value = 8;
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
    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
    MPI_Put(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_unlock(peer, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
