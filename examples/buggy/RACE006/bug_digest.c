// Rank 0 stores to the buffer of a pending MPI_Isend.
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

    if (rank == 0) {
        MPI_Isend(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        data[N / 2] = 1;
        MPI_Wait(&request, MPI_STATUS_IGNORE); // want RACE006 "^buf, which the pending MPI_Isend reads until its request is complete, has changed since that call"
    } else {
        MPI_Recv(data, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
