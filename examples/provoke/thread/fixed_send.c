// gomarmot: ranks=2
// The main thread sends after it has joined the helper.
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static int main_value = 1;

static void *helper(void *arg) {
    int value = 2;

    (void)arg;
    MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    return NULL;
}

int main(int argc, char **argv) {
    int rank;
    int provided, value[2];
    pthread_t thread;

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        pthread_create(&thread, NULL, helper, NULL);
        pthread_join(thread, NULL);
        MPI_Send(&main_value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        for (int k = 0; k < 2; k++)
            MPI_Recv(&value[k], 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        printf("%d %d\n", value[0], value[1]);
    }

    MPI_Finalize();
    return 0;
}
