// The root may complete a persistent broadcast early, but it may also wait for the other rank.
// The other rank starts the broadcast only after a message, which the root sends after its wait.
// gomarmot: skip-openmpi-4.1 it has no persistent collective operations
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 1, go = 1;
    MPI_Request bcast;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &bcast);

    if (rank == 1)
        MPI_Recv(&go, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Start(&bcast);
    MPI_Wait(&bcast, MPI_STATUS_IGNORE); // want HANG004 "a collective call did not wait for all ranks; otherwise rank 0 would wait in MPI_Wait until rank 1 starts the same operation, rank 1 would wait in MPI_Recv for a message of rank 0"
    if (rank == 0)
        MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);

    MPI_Request_free(&bcast);
    MPI_Finalize();
    return 0;
}
