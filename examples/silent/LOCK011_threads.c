// gomarmot: flag=-pthread
// In each rank, one thread locks the window of rank 0 and another thread the
// window of rank 1. No thread holds a lock while it asks for another lock.
#include <mpi.h>
#include <pthread.h>

static MPI_Win win;
static int value = 1;

static void *update(void *argument) {
    int target = *(int *)argument;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, target, 0, win);
    MPI_Put(&value, 1, MPI_INT, target, 0, 1, MPI_INT, win);
    MPI_Win_unlock(target, win);
    return NULL;
}

int main(int argc, char **argv) {
    int provided, rank, *cells;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);

    int mine = rank, other = 1 - rank;
    for (int i = 0; i < 3; i++) {
        pthread_create(&thread, NULL, update, &mine);
        update(&other);
        pthread_join(thread, NULL);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
