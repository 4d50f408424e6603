// gomarmot: ranks=3
// Both ranks name the same communicator.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1;
    MPI_Comm other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_dup(MPI_COMM_WORLD, &other);

    if (rank == 0)
        MPI_Ssend(&value, 1, MPI_INT, 1, 4, MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Recv(&value, 1, MPI_INT, 0, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Comm_free(&other);
    MPI_Finalize();
    return 0;
}
