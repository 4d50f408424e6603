// A thread of rank 1 waits for a message of rank 0; the main thread waits for the thread.
// gomarmot: ranks=2 flag=-pthread
#include <mpi.h>
#include <pthread.h>

static void *listen(void *unused) {
    int value;

    MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return unused;
}

int main(int argc, char **argv) {
    int rank, level;
    pthread_t listener;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    if (level < MPI_THREAD_MULTIPLE)
        MPI_Abort(MPI_COMM_WORLD, 1);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Send(&rank, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
    } else {
        pthread_create(&listener, NULL, listen, NULL);
        pthread_join(listener, NULL);
    }
    MPI_Finalize();
    return 0;
}
