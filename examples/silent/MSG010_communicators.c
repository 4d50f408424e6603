// gomarmot: ranks=3
// Rank 2 receives the two messages on different communicators.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int token = 0;
    MPI_Comm copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);

    if (rank == 2) {
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&token, 1, MPI_INT, MPI_ANY_SOURCE, 0, copy, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&token, 1, MPI_INT, 2, 0, rank == 0 ? MPI_COMM_WORLD : copy);
    }

    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
