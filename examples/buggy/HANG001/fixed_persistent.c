// Rank 0 sends the message while the barrier is under way.
// gomarmot: skip-openmpi-4.1 it has no persistent collective operations
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1;
    MPI_Request barrier;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Barrier_init(MPI_COMM_WORLD, MPI_INFO_NULL, &barrier);

    for (int i = 0; i < 2; i++) {
        if (rank == 1 && i == 1)
            MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Start(&barrier);
        if (rank == 0 && i == 1)
            MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Wait(&barrier, MPI_STATUS_IGNORE);
    }

    MPI_Request_free(&barrier);
    MPI_Finalize();
    return 0;
}
