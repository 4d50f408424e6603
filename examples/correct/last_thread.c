// main leaves with pthread_exit after MPI_Finalize: the process ends with its last thread.
// gomarmot: ranks=2 flag=-pthread
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *work(void *unused) {
    usleep(100000);
    return unused;
}

int main(int argc, char **argv) {
    pthread_t thread;
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Barrier(MPI_COMM_WORLD);
    pthread_create(&thread, NULL, work, NULL);
    pthread_detach(thread);
    MPI_Finalize();
    pthread_exit(NULL);
}
