// Rank 0 starts a persistent barrier for the second time and waits. Rank 1 starts
// the barrier again only after a message, which rank 0 sends after its wait.
// gomarmot: hang
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
        MPI_Wait(&barrier, MPI_STATUS_IGNORE); // want HANG001 "^ranks 0, 1 wait for each other: rank 0 in MPI_Wait waits for the operation of MPI_Barrier_init to be started by rank 1, which is in MPI_Recv; rank 1 in MPI_Recv"
    }
    if (rank == 0)
        MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);

    MPI_Request_free(&barrier);
    MPI_Finalize();
    return 0;
}
