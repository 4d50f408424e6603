// Compiled for a default stream per thread: NULL is the default stream of the thread that launches work and waits.
// gomarmot: gpu flag=-DHIP_API_PER_THREAD_DEFAULT_STREAM
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1000 };

GPU_KERNEL(twice, "_Z5twicePd", sizeof(double *)) {
    for (int i = 0; i < N; i++)
        GPU_ARG(double *, 0)[i] *= 2;
}

int main(int argc, char **argv) {
    int rank;
    double *host, *buffer;
    void *arguments[] = {&buffer};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipMalloc((void **)&buffer, N * sizeof(double));
    hipHostMalloc((void **)&host, N * sizeof(double), hipHostMallocDefault);
    for (int i = 0; i < N; i++)
        host[i] = i;
    hipMemcpyAsync(buffer, host, N * sizeof(double), hipMemcpyHostToDevice, NULL);
    hipLaunchKernel(&twice, (dim3){1, 1, 1}, (dim3){N, 1, 1}, arguments, 0, NULL);
    hipStreamSynchronize(NULL);
    MPI_Allreduce(MPI_IN_PLACE, buffer, N, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    hipFree(buffer);
    hipHostFree(host);
    MPI_Finalize();
    return 0;
}
