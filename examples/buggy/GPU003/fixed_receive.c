// The halo has arrived before the kernel reads it.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 1000 };

GPU_KERNEL(unpack, "_Z6unpackPdPKdi", sizeof(double *), sizeof(double *), sizeof(int)) {
    double *to = GPU_ARG(double *, 0);
    const double *from = GPU_ARG(const double *, 1);

    for (int i = 0; i < GPU_ARG(int, 2); i++)
        to[i] = from[i];
}

int main(int argc, char **argv) {
    int rank, n = N;
    double *field, *halo, *out;
    void *arguments[] = {&field, &halo, &n};
    MPI_Request requests[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc((void **)&field, N * sizeof(double));
    cudaMalloc((void **)&halo, N * sizeof(double));
    cudaMalloc((void **)&out, N * sizeof(double));
    cudaMemset(out, 0, N * sizeof(double));
    cudaDeviceSynchronize();
    MPI_Irecv(halo, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(out, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    cudaLaunchKernel(&unpack, (dim3){1, 1, 1}, (dim3){N, 1, 1}, arguments, 0, 0);
    cudaDeviceSynchronize();
    cudaFree(field);
    cudaFree(halo);
    cudaFree(out);
    MPI_Finalize();
    return 0;
}
