// The MPI library is not CUDA-aware. It gets managed memory and locked memory of the host, which the processor can
// access, and no data of device memory.
// gomarmot: gpu env=GPUTEST_UNAWARE=1
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank, *managed, *locked;
    void *device;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc(&device, N * sizeof(int));
    cudaMallocManaged((void **)&managed, N * sizeof(int), cudaMemAttachGlobal);
    cudaMallocHost((void **)&locked, N * sizeof(int));
    for (int i = 0; i < N; i++)
        managed[i] = locked[i] = i;
    MPI_Allreduce(MPI_IN_PLACE, managed, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Bcast(locked, N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Send(device, N, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD);
    MPI_Bcast(device, 0, MPI_INT, 0, MPI_COMM_WORLD);
    cudaFree(device);
    cudaFree(managed);
    cudaFreeHost(locked);
    MPI_Finalize();
    return 0;
}
