// gomarmot: ranks=2 flag=-pthread
// A worker, which is not the thread that has initialized MPI, calls MPI_Finalize.
#include <mpi.h>
#include <pthread.h>

static void *work(void *unused) {
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Finalize(); // want THREAD001 "MPI_Finalize is called by thread 1, but thread 0 has initialized MPI"
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
    return 0;
}
