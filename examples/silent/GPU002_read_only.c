// A kernel of C, whose name has no types, reads the buffer that the rank sends at the same time. The data was received,
// stored by the processor, or sent before.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 1000 };

GPU_KERNEL(sum, "sum", sizeof(double *), sizeof(double *), sizeof(int)) {
    double *to = GPU_ARG(double *, 0), *from = GPU_ARG(double *, 1);

    for (int i = 0; i < GPU_ARG(int, 2); i++)
        *to += from[i];
}

static void send_beside_sum(double *result, double *data, cudaStream_t stream, int tag) {
    int n = N;
    void *arguments[] = {&result, &data, &n};

    cudaLaunchKernel(&sum, (dim3){1, 1, 1}, (dim3){N, 1, 1}, arguments, 0, stream);
    MPI_Send(data, N, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
    cudaStreamSynchronize(stream);
}

int main(int argc, char **argv) {
    int rank;
    double *received, *stored, *result;
    cudaStream_t stream;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc((void **)&received, N * sizeof(double));
    cudaMallocManaged((void **)&stored, N * sizeof(double), cudaMemAttachGlobal);
    cudaMalloc((void **)&result, sizeof(double));
    cudaStreamCreate(&stream);
    if (rank == 0) {
        cudaMemset(received, 0, N * sizeof(double));
        cudaDeviceSynchronize();
        MPI_Send(received, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
        for (int tag = 1; tag <= 3; tag++)
            MPI_Recv(received, N, MPI_DOUBLE, 1, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    } else {
        MPI_Recv(received, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        for (int i = 0; i < N; i++)
            stored[i] = i;
        send_beside_sum(result, received, stream, 1);
        send_beside_sum(result, stored, stream, 2);
        send_beside_sum(result, received, stream, 3);
    }
    cudaStreamDestroy(stream);
    cudaFree(received);
    cudaFree(stored);
    cudaFree(result);
    MPI_Finalize();
    return 0;
}
