// gomarmot: ranks=3 provoked=PROV003
// The program assumes that MPI_Waitany returns the first request of the array first.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value[2] = {0, 0}, index, first = 0;
    MPI_Request request[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0) {
        usleep(100000 * rank);
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int k = 0; k < 2; k++)
            MPI_Irecv(&value[k], 1, MPI_INT, k + 1, 0, MPI_COMM_WORLD, &request[k]);
        usleep(300000);
        MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE);
        first = index;
        MPI_Waitany(2, request, &index, MPI_STATUS_IGNORE);
        printf("first %d\n", first);
    }

    MPI_Finalize();
    return 0;
}
