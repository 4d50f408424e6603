// A thread stores to the buffer into which another thread receives in MPI_Sendrecv. Messages
// of rank 1 ensure that the store happens between the begin and the end of this call.
// gomarmot: access=auto flag=-pthread
#include <mpi.h>
#include <pthread.h>

enum { CALL, GO, DONE, DATA };

static int data[4];

static void *work(void *unused) {
    int signal = 0;

    MPI_Recv(&signal, 1, MPI_INT, 1, GO, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    data[2] = 1; // want RACE006 "^this store changes 4 bytes, from byte 8 on, of recvbuf of MPI_Sendrecv, in which another thread is, which writes to them until it returns"
    MPI_Send(&signal, 1, MPI_INT, 1, DONE, MPI_COMM_WORLD);
    return unused;
}

int main(int argc, char **argv) {
    int provided, rank, signal = 0;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (provided < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);

    if (rank == 0) {
        pthread_create(&thread, NULL, work, NULL);
        MPI_Sendrecv(&signal, 1, MPI_INT, 1, CALL, data, 4, MPI_INT, 1, DATA, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        pthread_join(thread, NULL);
    } else if (rank == 1) {
        MPI_Recv(&signal, 1, MPI_INT, 0, CALL, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(&signal, 1, MPI_INT, 0, GO, MPI_COMM_WORLD);
        MPI_Recv(&signal, 1, MPI_INT, 0, DONE, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Send(data, 4, MPI_INT, 0, DATA, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
