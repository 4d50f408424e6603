// gomarmot: ranks=3 provoked=PROV003
// The program assumes that the first request receives the message of rank 1.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value[2] = {0, 0};
    MPI_Request request[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0) {
        usleep(300000 * rank);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int k = 0; k < 2; k++)
            MPI_Irecv(&value[k], 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request[k]);
        MPI_Waitall(2, request, MPI_STATUSES_IGNORE);
        printf("%d %d\n", value[0], value[1]);
    }

    MPI_Finalize();
    return 0;
}
