// Rank 0 marks both partitions as ready before it waits for the answer of rank 1.
// gomarmot: skip-openmpi-4.1 it has no partitioned communication
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, answer = 1, arrived = 0, cells[2] = {1, 2};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Psend_init(cells, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(0, request);
        MPI_Pready(1, request);
        MPI_Recv(&answer, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Precv_init(cells, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        while (!arrived)
            MPI_Parrived(request, 0, &arrived);
        MPI_Send(&answer, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
