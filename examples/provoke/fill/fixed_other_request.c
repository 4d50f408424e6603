// gomarmot: ranks=2
// The program waits for the first sum, and prints the first.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {1, 2}, sum[2] = {0, 0};
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Iallreduce(&mine[0], &sum[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[0]);
    MPI_Iallreduce(&mine[1], &sum[1], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[1]);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 0)
        printf("sum %d\n", sum[0]);
    MPI_Wait(&requests[1], MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
