// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no persistent collective operations
// The arrays of a persistent operation are as they were at each start, and are changed after MPI_Request_free.
#include <mpi.h>

int main(int argc, char **argv) {
    int send[2] = {1, 2}, receive[2], counts[2] = {1, 1}, displs[2] = {0, 1};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Alltoallv_init(send, counts, displs, MPI_INT, receive, counts, displs, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
    for (int i = 0; i < 3; i++) {
        displs[0] = 0;
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    displs[0] = 1;
    displs[1] = 0;
    MPI_Alltoallv(send, counts, displs, MPI_INT, receive, counts, displs, MPI_INT, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
