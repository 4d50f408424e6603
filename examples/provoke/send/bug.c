// gomarmot: ranks=2 provoked=PROV001
// Both ranks send before they receive. The program ends only because MPI buffers a short message.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine, other = -1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    mine = rank;
    MPI_Send(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
