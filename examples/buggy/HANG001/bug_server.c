// gomarmot: ranks=2 hang
// The main thread of each rank waits for a message that no rank sends.
// The other thread of each rank waits for requests, as it should.
#include <mpi.h>
#include <pthread.h>

static MPI_Comm requests;

static void *serve(void *unused) {
    int request;

    (void)unused;
    MPI_Recv(&request, 1, MPI_INT, MPI_ANY_SOURCE, 0, requests, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv) {
    int provided, rank, value = 1;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &requests);
    pthread_create(&thread, NULL, serve, NULL);

    MPI_Recv(&value, 1, MPI_INT, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG001 "wait for each other"
    MPI_Send(&value, 1, MPI_INT, 1 - rank, 0, requests);

    pthread_join(thread, NULL);
    MPI_Comm_free(&requests);
    MPI_Finalize();
    return 0;
}
