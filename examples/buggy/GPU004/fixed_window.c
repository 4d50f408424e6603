// The memory of the window is freed after the window.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    double *memory;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    cudaMallocManaged((void **)&memory, N * sizeof(double), cudaMemAttachGlobal);
    MPI_Win_create(memory, N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    cudaFree(memory);
    MPI_Finalize();
    return 0;
}
