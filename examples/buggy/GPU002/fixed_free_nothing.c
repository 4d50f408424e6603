// The fill is complete before MPI sends the buffer.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    int *buffer, *none = NULL;
    cudaStream_t stream;

    MPI_Init(&argc, &argv);
    cudaMalloc((void **)&buffer, N * sizeof *buffer);
    cudaStreamCreate(&stream);
    cudaMemsetAsync(buffer, 0, N * sizeof *buffer, stream);
    cudaFree(none);
    cudaStreamSynchronize(stream);
    MPI_Bcast(buffer, N, MPI_INT, 0, MPI_COMM_WORLD);
    cudaStreamSynchronize(stream);
    cudaFree(buffer);
    MPI_Finalize();
    return 0;
}
