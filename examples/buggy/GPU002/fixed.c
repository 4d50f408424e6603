// The program waits for the copy before MPI sends the buffer.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    int rank, *host;
    void *buffer;
    cudaStream_t stream;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc(&buffer, N * sizeof *host);
    cudaMallocHost((void **)&host, N * sizeof *host);
    cudaStreamCreate(&stream);
    for (int i = 0; i < N; i++)
        host[i] = i;
    if (rank == 0) {
        cudaMemcpyAsync(buffer, host, N * sizeof *host, cudaMemcpyHostToDevice, stream);
        cudaStreamSynchronize(stream);
        MPI_Send(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    cudaStreamSynchronize(stream);
    cudaFree(buffer);
    cudaFreeHost(host);
    cudaStreamDestroy(stream);
    MPI_Finalize();
    return 0;
}
