// The event is recorded behind the copy.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 1000, BYTES = N * sizeof(int) };

int main(int argc, char **argv) {
    int rank, *buffer, *host, *other;
    cudaStream_t copies, work;
    cudaEvent_t copied;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc((void **)&buffer, BYTES);
    cudaMalloc((void **)&other, BYTES);
    cudaMallocHost((void **)&host, BYTES);
    cudaStreamCreateWithFlags(&copies, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&work, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&copied, cudaEventDisableTiming);
    cudaMemset(buffer, 0, BYTES);
    cudaDeviceSynchronize();
    for (int i = 0; i < N; i++)
        host[i] = i;
    if (rank == 0) {
        cudaMemsetAsync(other, 0, BYTES, work);
        cudaMemcpyAsync(buffer, host, BYTES, cudaMemcpyHostToDevice, copies);
        cudaEventRecord(copied, copies);
        cudaEventSynchronize(copied);
        MPI_Send(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    cudaFree(buffer);
    cudaFree(other);
    cudaFreeHost(host);
    MPI_Finalize();
    return 0;
}
