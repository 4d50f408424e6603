// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no persistent collective operations
// For other displacements there is another request. The arrays may be used again after MPI_Request_free.
#include <mpi.h>

int main(int argc, char **argv) {
    int send[2] = {1, 2}, receive[2];
    int counts[2] = {1, 1}, displs[2] = {0, 1}, others[2] = {1, 0};
    MPI_Request request, other;

    MPI_Init(&argc, &argv);
    MPI_Alltoallv_init(send, counts, displs, MPI_INT, receive, counts, displs, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
    MPI_Alltoallv_init(send, counts, others, MPI_INT, receive, counts, others, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &other);
    for (int i = 0; i < 3; i++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        MPI_Start(&other);
        MPI_Wait(&other, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);

    displs[0] = 1;
    displs[1] = 0;
    MPI_Start(&other);
    MPI_Wait(&other, MPI_STATUS_IGNORE);
    MPI_Request_free(&other);
    MPI_Finalize();
    return 0;
}
