// gomarmot: ranks=2 flag=-pthread
// Rank 1 calls MPI_Finalize while its listener still waits for a message: the main thread has not waited for the listener.
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int listening;

static void *listen(void *unused) {
    int value;

    listening = 1;
    MPI_Recv(&value, 1, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return unused;
}

int main(int argc, char **argv) {
    int rank, level;
    pthread_t listener;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1) {
        pthread_create(&listener, NULL, listen, NULL);
        while (!listening)
            usleep(1000);
        usleep(200000);
    } else {
        usleep(600000);
        MPI_Send(&rank, 1, MPI_INT, 1, 5, MPI_COMM_WORLD);
    }
    MPI_Finalize(); // want THREAD002 "MPI_Finalize is called while thread 1 is in MPI_Recv"
    return 0;
}
