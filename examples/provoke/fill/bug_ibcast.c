// gomarmot: ranks=2 provoked=PROV003
// Rank 1 reads its setting before MPI_Ibcast, which overwrites it, is complete.
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int rank;
    int setting = 3, used;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        usleep(500000);
    MPI_Ibcast(&setting, 1, MPI_INT, 0, MPI_COMM_WORLD, &request);
    used = setting;
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    printf("rank %d used %d\n", rank, used);

    MPI_Finalize();
    return 0;
}
