// gomarmot: ranks=3
// Each persistent receive names its source.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value, got[2];
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0) {
        value = 10 * rank;
        usleep(300000 * rank);
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int k = 0; k < 2; k++)
            MPI_Recv_init(&got[k], 1, MPI_INT, k + 1, 0, MPI_COMM_WORLD, &requests[k]);
        for (int k = 0; k < 2; k++) {
            MPI_Start(&requests[k]);
            MPI_Wait(&requests[k], MPI_STATUS_IGNORE);
        }
        for (int k = 0; k < 2; k++)
            MPI_Request_free(&requests[k]);
        printf("rank 1 has %d, rank 2 has %d\n", got[0], got[1]);
    }

    MPI_Finalize();
    return 0;
}
