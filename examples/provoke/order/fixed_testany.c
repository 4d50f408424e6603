// gomarmot: ranks=3
// The index says which receive MPI_Testany has completed.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int value[2] = {0, 0}, index, flag = 0, last = 0;
    MPI_Request request[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank > 0) {
        MPI_Send(&rank, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
    } else {
        for (int k = 0; k < 2; k++)
            MPI_Irecv(&value[k], 1, MPI_INT, k + 1, 0, MPI_COMM_WORLD, &request[k]);
        usleep(100000);
        for (int k = 0; k < 2; k++) {
            for (flag = 0; !flag;)
                MPI_Testany(2, request, &index, &flag, MPI_STATUS_IGNORE);
            last += value[index];
        }
        printf("sum %d\n", last);
    }

    MPI_Finalize();
    return 0;
}
