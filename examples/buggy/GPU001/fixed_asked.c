// The program asks whether the MPI library is CUDA-aware. As it is not, MPI gets memory of the host.
// gomarmot: gpu env=GPUTEST_DENIES=1
#include <cuda_runtime.h>
#include <mpi.h>
#include <stdlib.h>

int MPIX_Query_cuda_support(void); // in mpi-ext.h of Open MPI, in mpi.h of MPICH

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;
    void *numbers, *buffer;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc(&numbers, N * sizeof(int));
    cudaMemset(numbers, 0, N * sizeof(int));
    cudaDeviceSynchronize();
    buffer = MPIX_Query_cuda_support() ? numbers : malloc(N * sizeof(int));
    if (rank == 0) {
        if (buffer != numbers)
            cudaMemcpy(buffer, numbers, N * sizeof(int), cudaMemcpyDeviceToHost);
        MPI_Send(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        if (buffer != numbers)
            cudaMemcpy(numbers, buffer, N * sizeof(int), cudaMemcpyHostToDevice);
    }
    if (buffer != numbers)
        free(buffer);
    cudaFree(numbers);
    MPI_Finalize();
    return 0;
}
