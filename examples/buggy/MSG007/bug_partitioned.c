// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// Rank 0 sends an ordinary message, but rank 1 has initialized a partitioned receive,
// which only a partitioned send can match.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cells[4] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Precv_init(cells, 2, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (rank == 0)
        MPI_Send(cells, 4, MPI_INT, 1, 5, MPI_COMM_WORLD); // want MSG007 "never received; rank 1 has a receive in partitions that no message meets"
    if (rank == 1)
        MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
