// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no persistent collective operations
// The program changes the displacements of a persistent operation between two starts. They are to stay as they are until
// MPI_Request_free: some MPI libraries use the new displacements, others the old ones.
#include <mpi.h>

int main(int argc, char **argv) {
    int send[2] = {1, 2}, receive[2];
    int counts[2] = {1, 1}, displs[2] = {0, 1};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Alltoallv_init(send, counts, displs, MPI_INT, receive, counts, displs, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    displs[0] = 1;
    displs[1] = 0;
    MPI_Start(&request); // want RACE006 "^the array sdispls, which is to stay as it is until the request of MPI_Alltoallv_init is freed, has changed since that call$"
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
