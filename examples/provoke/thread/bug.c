// gomarmot: ranks=2 provoked=PROV003
// Two threads receive messages of one tag; the program assumes that the helper comes first.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int got[2];

static void *helper(void *arg) {
    (void)arg;
    MPI_Recv(&got[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    return NULL;
}

int main(int argc, char **argv) {
    int rank;
    int provided;
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        for (int k = 0; k < 2; k++)
            MPI_Send(&k, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        pthread_create(&thread, NULL, helper, NULL);
        usleep(100000);
        MPI_Recv(&got[1], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        pthread_join(thread, NULL);
        printf("%d %d\n", got[0], got[1]);
    }

    MPI_Finalize();
    return 0;
}
