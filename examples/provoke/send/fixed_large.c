// gomarmot: ranks=2
// gomarmot: skip-openmpi it has no large counts before version 5
// Rank 1 receives before it sends.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine = 1, other = -1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Send_c(&mine, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Recv_c(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    if (rank == 1)
        MPI_Send_c(&mine, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
