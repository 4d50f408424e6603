// gomarmot: ranks=3
// Rank 2 first takes the message of rank 0: only the message of rank 1 is left for the
// receive from any source.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 2) {
        MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
