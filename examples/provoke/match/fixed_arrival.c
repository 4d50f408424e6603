// gomarmot: ranks=3
// The status names the source of each result.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value = 0, result[3] = {0, 0, 0};
    MPI_Status status;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0) {
        usleep(300000 * rank);
        value = 10 * rank;
        MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int k = 1; k < 3; k++) {
            MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &status);
            result[status.MPI_SOURCE] = value;
        }
        printf("rank 1: %d, rank 2: %d\n", result[1], result[2]);
    }

    MPI_Finalize();
    return 0;
}
