// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no persistent collective operations
// The counts and displacements of the persistent operation are static.
#include <mpi.h>

__attribute__((noinline)) static MPI_Request prepare(const int *send, int *receive) {
    static int counts[2] = {1, 1}, displs[2] = {0, 1};
    MPI_Request request;

    MPI_Alltoallv_init(send, counts, displs, MPI_INT, receive, counts, displs, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL,
                       &request);
    return request;
}

int main(int argc, char **argv) {
    int send[2] = {1, 2}, receive[2];
    MPI_Request request;

    MPI_Init(&argc, &argv);
    request = prepare(send, receive);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
