// Rank 1 adds up the values of a message once the receive is complete.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    int rank, data[N] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Send(data, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        int sum = 0;
        MPI_Irecv(data, N, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        for (int i = 0; i < N; i++)
            sum += data[i];
        printf("%d\n", sum);
    }

    MPI_Finalize();
    return 0;
}
