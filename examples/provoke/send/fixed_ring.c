// gomarmot: ranks=3
// Rank 0 receives first, so the chain of waiting ranks has an end.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine, other = -1, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    mine = rank;
    if (rank == 0)
        MPI_Recv(&other, 1, MPI_INT, size - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(&mine, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD);
    if (rank > 0)
        MPI_Recv(&other, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
