// The counts of a nonblocking collective operation change while it is pending.
// gomarmot: access=auto
#include <mpi.h>

int main(int argc, char **argv) {
    int sent[2] = {1, 2}, received[2];
    int counts[2] = {1, 1}, places[2] = {0, 1};
    MPI_Request request;

    MPI_Init(&argc, &argv);

    MPI_Ialltoallv(sent, counts, places, MPI_INT, received, counts, places, MPI_INT, MPI_COMM_WORLD, &request);
    counts[0] = 0; // want RACE006 "^this store changes 4 bytes of the array sendcounts of the pending MPI_Ialltoallv, which reads them until its request is complete"
    MPI_Wait(&request, MPI_STATUS_IGNORE);

    MPI_Finalize();
    return 0;
}
