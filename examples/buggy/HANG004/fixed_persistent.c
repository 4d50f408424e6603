// The root sends its message before it waits for the broadcast.
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
    if (rank == 0)
        MPI_Send(&go, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
    MPI_Wait(&bcast, MPI_STATUS_IGNORE);

    MPI_Request_free(&bcast);
    MPI_Finalize();
    return 0;
}
