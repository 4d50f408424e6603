// gomarmot: ranks=3 provoked=PROV003
// The program assumes that MPI_Waitany completes the first receive first.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value[2] = {0, 0}, index;
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0) {
        usleep(300000 * rank);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int k = 0; k < 2; k++)
            MPI_Irecv(&value[k], 1, MPI_INT, k + 1, 0, MPI_COMM_WORLD, &requests[k]);
        MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
        printf("first %d\n", value[0]);
        MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
