// gomarmot: ranks=2 provoked=PROV003
// Rank 1 prints the sum of MPI_Allreduce while MPI_Iallreduce computes the next sum into the same buffer.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int mine = 1, sum[2] = {0, 0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Allreduce(&mine, &sum[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        usleep(500000);
    MPI_Iallreduce(&mine, &sum[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
    if (rank == 1)
        printf("sum %d\n", sum[0]);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
