// Rank 1 opens the epoch while the fill of its window, memory of the GPU, may still be running.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 100, BYTES = N * sizeof(int) };

int main(int argc, char **argv) {
    int rank, ones[N], *memory;
    cudaStream_t stream;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < N; i++)
        ones[i] = 1;
    cudaMalloc((void **)&memory, 2 * BYTES);
    cudaStreamCreate(&stream);
    MPI_Win_create(memory, 2 * BYTES, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    if (rank == 1)
        cudaMemsetAsync(memory, 0, BYTES, stream); // want GPU006 "^the asynchronous fill of rank 1 changes, and MPI_Put of rank 0 writes, the same 400 bytes of rank 1, from byte 0 of its window on: the work may run until rank 1 waits for its stream$"
    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(ones, N, MPI_INT, 1, 0, N, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    cudaStreamSynchronize(stream);
    MPI_Win_free(&win);
    cudaFree(memory);
    MPI_Finalize();
    return 0;
}
