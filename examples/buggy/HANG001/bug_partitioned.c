// Rank 1 waits for both partitions of a message. Rank 0 marks the second
// partition as ready only after an answer, which rank 1 sends after its wait.
// gomarmot: hang
// gomarmot: skip-openmpi-4.1 it has no partitioned communication
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, answer = 1, cells[2] = {1, 2};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Psend_init(cells, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready(0, request);
        MPI_Recv(&answer, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG001 "^ranks 0, 1 wait for each other: rank 0 in MPI_Recv .*; rank 1 in MPI_Wait waits for partitions of MPI_Precv_init from rank 0, which is in MPI_Recv$"
        MPI_Pready(1, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Precv_init(cells, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Send(&answer, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
    }

    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
