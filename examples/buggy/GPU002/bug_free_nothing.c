// Freeing the address NULL does nothing: the fill may still be running when MPI sends the buffer.
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
    MPI_Bcast(buffer, N, MPI_INT, 0, MPI_COMM_WORLD); // want GPU002 "while the asynchronous fill on stream 1 may still be running, which writes 3.91 KiB of it$"
    cudaStreamSynchronize(stream);
    cudaFree(buffer);
    MPI_Finalize();
    return 0;
}
