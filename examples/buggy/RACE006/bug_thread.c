// A second thread stores to the buffer of a pending MPI_Irecv.
// gomarmot: access=auto flag=-pthread
#include <mpi.h>
#include <pthread.h>

enum { N = 100 };

static int data[N];

static void *prepare(void *unused) {
    for (int i = 0; i < N; i++)
        data[i] = i; // want RACE006 "^this store changes 400 bytes of buf of the pending MPI_Irecv, which writes to them until its request is complete"
    return unused;
}

int main(int argc, char **argv) {
    int provided, rank, go = 0;
    static int out[N];
    pthread_t thread;
    MPI_Request request;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Irecv(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        pthread_create(&thread, NULL, prepare, NULL);
        pthread_join(thread, NULL);
        MPI_Send(&go, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else if (rank == 1) {
        MPI_Recv(&go, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(out, N, MPI_INT, 0, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
