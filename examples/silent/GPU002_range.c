// A kernel is passed the begin and the end of the first half of an array, while MPI receives the second half. Another
// kernel changes the inner cells of a small array, while MPI receives its first cell.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 1000, FEW = 40 };

GPU_KERNEL(range, "_Z5rangePdS_", sizeof(double *), sizeof(double *)) {
    for (double *at = GPU_ARG(double *, 0); at < GPU_ARG(double *, 1); at++)
        *at += 1;
}

GPU_KERNEL(inner, "_Z5innerPdi", sizeof(double *), sizeof(int)) {
    for (int i = 1; i < GPU_ARG(int, 1) - 1; i++)
        GPU_ARG(double *, 0)[i] += 1;
}

int main(int argc, char **argv) {
    int rank, few = FEW;
    double *array, *half, *small;
    cudaStream_t stream;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc((void **)&array, N * sizeof(double));
    cudaMalloc((void **)&small, FEW * sizeof(double));
    cudaMemset(array, 0, N * sizeof(double));
    cudaMemset(small, 0, FEW * sizeof(double));
    cudaDeviceSynchronize();
    cudaStreamCreate(&stream);
    half = array + N / 2;

    void *of_range[] = {&array, &half}, *of_inner[] = {&small, &few};

    if (rank == 0) {
        cudaLaunchKernel(&range, (dim3){1, 1, 1}, (dim3){N / 2, 1, 1}, of_range, 0, stream);
        MPI_Recv(half, N / 2, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        cudaLaunchKernel(&inner, (dim3){1, 1, 1}, (dim3){FEW, 1, 1}, of_inner, 0, stream);
        MPI_Recv(small, 1, MPI_DOUBLE, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        cudaStreamSynchronize(stream);
    } else {
        MPI_Send(half, N / 2, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
        MPI_Send(small, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
    }
    cudaStreamDestroy(stream);
    cudaFree(array);
    cudaFree(small);
    MPI_Finalize();
    return 0;
}
