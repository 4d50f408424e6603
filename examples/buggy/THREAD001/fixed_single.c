// A second thread receives messages, and the program asks for a level that
// allows it.
// gomarmot: skip-provoked-send both ranks send before they receive, which the rule it is about does not care for
#include <mpi.h>
#include <pthread.h>

static int peer, got;

static void *receiver(void *unused) {
    MPI_Recv(&got, 1, MPI_INT, peer, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return unused;
}

int main(int argc, char **argv) {
    int rank;
    pthread_t thread;

    int provided;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    peer = 1 - rank;
    MPI_Send(&rank, 1, MPI_INT, peer, 0, MPI_COMM_WORLD); // small: MPI keeps it until it is received
    pthread_create(&thread, NULL, receiver, NULL);
    pthread_join(thread, NULL);
    MPI_Finalize();
    return 0;
}
