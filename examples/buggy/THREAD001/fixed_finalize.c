// gomarmot: ranks=2 flag=-pthread
// The thread that has initialized MPI calls MPI_Finalize, when the worker has ended.
#include <mpi.h>
#include <pthread.h>

static void *work(void *unused) {
    MPI_Barrier(MPI_COMM_WORLD);
    return unused;
}

int main(int argc, char **argv) {
    int level;
    pthread_t worker;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    pthread_create(&worker, NULL, work, NULL);
    pthread_join(worker, NULL);
    MPI_Finalize();
    return 0;
}
