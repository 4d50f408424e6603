// A thread sends from a buffer of its own while another thread is waiting for a receive.
// gomarmot: flag=-pthread
#include <mpi.h>
#include <pthread.h>

enum { VALUES, DONE, DATA };

static int data[4], kept[4];

static void *work(void *unused) {
    MPI_Send(kept, 4, MPI_INT, 1, VALUES, MPI_COMM_WORLD);
    MPI_Send(NULL, 0, MPI_INT, 1, DONE, MPI_COMM_WORLD);
    return unused;
}

int main(int argc, char **argv) {
    int provided, rank;
    pthread_t thread;
    MPI_Request request;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);

    if (rank == 0) {
        MPI_Irecv(data, 4, MPI_INT, 1, DATA, MPI_COMM_WORLD, &request);
        pthread_create(&thread, NULL, work, NULL);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        pthread_join(thread, NULL);
    } else if (rank == 1) {
        MPI_Recv(data, 4, MPI_INT, 0, VALUES, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(NULL, 0, MPI_INT, 0, DONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(data, 4, MPI_INT, 0, DATA, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
