// A thread of rank 1 waits for a message that rank 0 never sends; the main thread waits for the thread.
// gomarmot: hang ranks=2 flag=-pthread
#include <mpi.h>
#include <pthread.h>

static void *listen(void *unused) {
    int value;

    MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG002 "rank 1 waits forever in MPI_Recv: it waits for a message with tag 2 on MPI_COMM_WORLD from rank 0, which is in MPI_Finalize$"
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
        pthread_join(listener, NULL);
    }
    MPI_Finalize();
    return 0;
}
