// A partitioned send may wait until its receive is started; rank 1 starts it only after a message that
// rank 0 sends behind the wait.
// gomarmot: skip-openmpi-4.1 it has no partitioned communication
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
        MPI_Wait(&request, MPI_STATUS_IGNORE); // want HANG004 "a partitioned send did not wait until its receive was started; otherwise rank 0 would wait in MPI_Wait until rank 1 starts its partitioned receive, rank 1 would wait in MPI_Recv for a message of rank 0"
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
