// gomarmot: ranks=3 provoked=PROV001
// Each rank sends to its right neighbor, then receives from its left neighbor.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine, other = -1, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = rank;
    MPI_Send(&mine, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    MPI_Recv(&other, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
