// Rank 1 waits for the fill of its window, memory of the GPU, before it opens the epoch.
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
        cudaMemsetAsync(memory, 0, BYTES, stream);
    cudaStreamSynchronize(stream);
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
