// Habits of many programs: MPI_BYTE buffers at any address, oversized arrays for
// queries, waits for null requests only, MPI_THREAD_MULTIPLE with a single thread,
// and the commit of a duplicate of a committed datatype.
#include <mpi.h>

int main(int argc, char **argv) {
    _Alignas(8) char bytes[9] = {0};
    int level, dims[3] = {2}, periods[3] = {1}, coords[3];
    MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Datatype pair, copy;
    MPI_Comm ring;
    MPI_Status statuses[2];

    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &level);
    MPI_Bcast(bytes + 1, 8, MPI_BYTE, 0, MPI_COMM_WORLD);
    MPI_Waitall(2, requests, statuses);
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &ring);
    MPI_Cart_get(ring, 3, dims, periods, coords);
    MPI_Comm_free(&ring);
    MPI_Type_contiguous(2, MPI_INT, &pair);
    MPI_Type_commit(&pair);
    MPI_Type_dup(pair, &copy);
    MPI_Type_commit(&copy);
    MPI_Type_free(&copy);
    MPI_Type_free(&pair);
    MPI_Finalize();
    return 0;
}
