// A second thread waits for the request of MPI_Comm_idup; the main thread then uses the new communicator.
// gomarmot: flag=-pthread
#include <mpi.h>
#include <pthread.h>

static void *waiter(void *request) {
    MPI_Wait(request, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv) {
    MPI_Comm copy;
    MPI_Request request;
    pthread_t thread;
    int provided;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    if (provided < MPI_THREAD_MULTIPLE) {
        MPI_Finalize();
        return 0;
    }
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    pthread_create(&thread, NULL, waiter, &request);
    pthread_join(thread, NULL);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
