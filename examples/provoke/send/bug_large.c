// gomarmot: ranks=2 provoked=PROV001
// gomarmot: skip-openmpi it has no large counts before version 5
// Both ranks send, with a large count, before they receive.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine = 1, other = -1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Send_c(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Recv_c(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
