// A buffer that has been filled is freed while MPI may still be reading it: the line of the fill is not that of the free.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 10 };

int main(int argc, char **argv) {
    int rank, *buffer;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc((void **)&buffer, N * sizeof *buffer);
    cudaMemset(buffer, 0, N * sizeof *buffer);
    cudaDeviceSynchronize();
    if (rank == 0) {
        MPI_Isend(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        cudaFree(buffer); // want GPU004 "^this free of GPU memory gives back 40 bytes of buf of the pending MPI_Isend, which reads them until its request is complete$"
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        cudaFree(buffer);
    }
    MPI_Finalize();
    return 0;
}
