// MPI_Init provides MPI_THREAD_SINGLE, yet a second thread receives messages.
#include <mpi.h>
#include <pthread.h>

static int peer, got;

static void *receiver(void *unused) {
    MPI_Recv(&got, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want THREAD001 "thread 1 calls MPI_Recv"
    return unused;
}

int main(int argc, char **argv) {
    int rank;
    pthread_t thread;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Send(&rank, 1, MPI_INT, peer, 0, MPI_COMM_WORLD); // small: MPI keeps it until it is received
    pthread_create(&thread, NULL, receiver, NULL);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
