// Kernels that a compiler for AMD's GPUs has compiled, and launches. With an argument the program waits for them.
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1000 };

struct field {
    double *at;
    int n;
};

__global__ void fill(double *to, int n, double value) {
    for (int i = 0; i < n; i++)
        to[i] = value;
}

template <typename T> __global__ void copy(T to, const double *from) {
    for (int i = 0; i < to.n; i++)
        to.at[i] = from[i];
}

int main(int argc, char **argv) {
    field x = {nullptr, N}, y = {nullptr, N};
    hipStream_t stream;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    hipMallocManaged((void **)&x.at, N * sizeof(double), hipMemAttachGlobal);
    hipMallocManaged((void **)&y.at, N * sizeof(double), hipMemAttachGlobal);
    hipStreamCreate(&stream);
    fill<<<10, 100, 0, stream>>>(x.at, N, 1.5);
    if (argc > 1)
        hipStreamSynchronize(stream);
    MPI_Bcast(x.at, N, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    hipStreamSynchronize(stream);
    MPI_Iallreduce(MPI_IN_PLACE, y.at, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD, &request);
    if (argc > 1)
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    copy<<<10, 100, 0, stream>>>(y, x.at);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    hipDeviceSynchronize();
    MPI_Finalize();
    return 0;
}
