// The second thread makes its collective call after the call of the first thread has returned.
#include <mpi.h>
#include <pthread.h>

static MPI_Comm comm[2];

static void *second(void *unused) {
    MPI_Barrier(comm[1]);
    return unused;
}

int main(int argc, char **argv) {
    int rank, provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
    MPI_Barrier(comm[0]);
    if (rank == 0) {
        pthread_create(&thread, NULL, second, NULL);
        pthread_join(thread, NULL);
    } else {
        MPI_Barrier(comm[1]);
    }
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&comm[i]);
    MPI_Finalize();
    return 0;
}
