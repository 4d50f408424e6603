// The MPI library says that it is not CUDA-aware. The program does not ask, and passes memory of a GPU; the data arrive
// here all the same.
// gomarmot: gpu env=GPUTEST_DENIES=1
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;
    void *numbers;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc(&numbers, N * sizeof(int));
    cudaMemset(numbers, 0, N * sizeof(int));
    cudaDeviceSynchronize();
    if (rank == 0) {
        MPI_Send(numbers, N, MPI_INT, 1, 0, MPI_COMM_WORLD); // want GPU001 "^buf of MPI_Send is memory of a GPU, which the processor cannot access, and the MPI library says that it is not CUDA-aware: MPIX_Query_cuda_support returns 0$"
    } else {
        MPI_Irecv(numbers, N, MPI_INT, 0, 0, MPI_COMM_WORLD, &request); // want GPU001 "^buf of MPI_Irecv is memory of a GPU"
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    cudaFree(numbers);
    MPI_Finalize();
    return 0;
}
