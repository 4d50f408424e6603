// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// The send and the receive are both partitioned.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, cells[4] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 1)
        MPI_Precv_init(cells, 2, 2, MPI_INT, 0, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (rank == 0)
        MPI_Psend_init(cells, 2, 2, MPI_INT, 1, 5, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (rank < 2) {
        MPI_Start(&request);
        if (rank == 0)
            MPI_Pready_range(0, 1, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Request_free(&request);
    }
    MPI_Finalize();
    return 0;
}
