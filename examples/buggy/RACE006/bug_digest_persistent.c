// Rank 0 stores a value of the next step before the persistent send of this step is complete.
// gomarmot: env=GOMARMOT_DIGEST=64K
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int data[N] = {0};
    MPI_Request request;

    if (rank == 0)
        MPI_Send_init(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
    else
        MPI_Recv_init(data, N, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
    for (int step = 0; step < 5; step++) {
        MPI_Start(&request);
        if (rank == 0)
            data[step] = step + 1;
        MPI_Wait(&request, MPI_STATUS_IGNORE); // want RACE006 "^buf, which the pending operation of MPI_Send_init reads until its request is complete, has changed since that call"
    }
    MPI_Request_free(&request);

    MPI_Finalize();
    return 0;
}
