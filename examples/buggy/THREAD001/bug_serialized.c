// Two threads are in collective calls at the same time,
// each on its own communicator. With MPI_THREAD_SERIALIZED,
// the program must let only one thread at a time call MPI.
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static MPI_Comm comm[2];

static void *second(void *unused) {
    usleep(200000); // the first thread is in its barrier by now, and cannot leave before
    MPI_Barrier(comm[1]); // want THREAD001 "calls MPI_Barrier while thread"
    return unused;
}

int main(int argc, char **argv) {
    int rank, provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 2; i++)
        MPI_Comm_dup(MPI_COMM_WORLD, &comm[i]);
    if (rank == 0) {
        pthread_create(&thread, NULL, second, NULL);
        MPI_Barrier(comm[0]);
        pthread_join(thread, NULL);
    } else {
        MPI_Barrier(comm[1]);
        MPI_Barrier(comm[0]);
    }
    for (int i = 0; i < 2; i++)
        MPI_Comm_free(&comm[i]);
    MPI_Finalize();
    return 0;
}
