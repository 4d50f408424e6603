// In some MPI libraries a partitioned send waits until its receive is started. Rank
// 1 starts the receive only after a message, which rank 0 sends after its wait.
// gomarmot: hang
// gomarmot: skip-openmpi its partitioned sends need not wait, and 4.1 has none
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, go = 1, cells[2] = {1, 2};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (rank == 0) {
        MPI_Psend_init(cells, 2, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Start(&request);
        MPI_Pready_range(0, 1, request);
        MPI_Wait(&request, MPI_STATUS_IGNORE); // want HANG001 "^ranks 0, 1 wait for each other: rank 0 in MPI_Wait waits for the operation of MPI_Psend_init to be started by rank 1, which is in MPI_Recv; rank 1 in MPI_Recv"
        MPI_Send(&go, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
    } else {
        MPI_Precv_init(cells, 2, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
        MPI_Recv(&go, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }

    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
