// The buffer is given back when the receive is complete.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank, *items;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(N * sizeof *items, MPI_INFO_NULL, &items);
    MPI_Irecv(items, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Send(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Free_mem(items);
    MPI_Finalize();
    return 0;
}
