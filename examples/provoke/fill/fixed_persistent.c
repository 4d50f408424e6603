// gomarmot: ranks=2
// Each step adds the halo to the sum once the persistent receive is complete.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int mine, halo = 7, sum = 0;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    mine = rank;
    MPI_Recv_init(&halo, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Send_init(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    for (int step = 0; step < 2; step++) {
        MPI_Start(&requests[0]);
        MPI_Start(&requests[1]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
        sum += halo;
    }
    printf("rank %d: sum %d\n", rank, sum);
    MPI_Request_free(&requests[0]);
    MPI_Request_free(&requests[1]);

    MPI_Finalize();
    return 0;
}
