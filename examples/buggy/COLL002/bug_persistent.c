// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no persistent collective operations
// Only the root starts the persistent broadcast. The root
// does not wait for rank 1, which never gets the value.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 0;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    value = rank == 0;

    MPI_Bcast_init(&value, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    if (rank == 0) {
        MPI_Start(&request); // want COLL002 "the operation of MPI_Bcast_init is started by rank 0 but not by rank 1, which called MPI_Finalize"
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);

    MPI_Finalize();
    return 0;
}
