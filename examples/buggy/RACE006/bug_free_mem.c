// The program frees the buffer of a pending receive. A barrier keeps the message back
// until both ranks have freed their buffers.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank, *items;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(N * sizeof *items, MPI_INFO_NULL, &items);
    MPI_Irecv(items, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Free_mem(items); // want RACE006 "this MPI_Free_mem gives back 400 bytes of buf of the pending MPI_Irecv"
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
