// gomarmot: ranks=3
// The loop goes on until MPI_Testsome has returned all requests.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value[2] = {0, 0}, indices[2], n = 0, sum = 0;
    MPI_Request request[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int k = 0; k < 2; k++)
            MPI_Irecv(&value[k], 1, MPI_INT, k + 1, 0, MPI_COMM_WORLD, &request[k]);
        for (int left = 2; left > 0; left -= n) {
            MPI_Testsome(2, request, &n, indices, MPI_STATUSES_IGNORE);
            for (int k = 0; k < n; k++)
                sum += value[indices[k]];
        }
        printf("sum %d\n", sum);
    }

    MPI_Finalize();
    return 0;
}
