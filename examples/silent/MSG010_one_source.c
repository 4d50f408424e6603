// gomarmot: ranks=3
// Only one rank sends to rank 2: a receive from any source has no choice.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0)
        MPI_Send(&token, 1, MPI_INT, 2, 3, MPI_COMM_WORLD);
    else if (rank == 2)
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
