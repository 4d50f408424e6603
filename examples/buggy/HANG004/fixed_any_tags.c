// Rank 0 takes the messages in the order in which they were sent.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int a = 1, b = 2;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Recv(&a, 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Recv(&b, 1, MPI_INT, MPI_ANY_SOURCE, 9, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Send(&a, 1, MPI_INT, 0, 2, MPI_COMM_WORLD);
        MPI_Send(&b, 1, MPI_INT, 0, 9, MPI_COMM_WORLD);
    }

    MPI_Finalize();
    return 0;
}
