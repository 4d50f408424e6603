// Work on default streams, and cudaFree: the program has waited for the kernel before each exchange.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>
#include <string.h>

enum { N = 1000, BYTES = N * sizeof(double) };

GPU_KERNEL(fill, "_Z4fillPdid", sizeof(double *), sizeof(int), sizeof(double)) {
    for (int i = 0; i < GPU_ARG(int, 1); i++)
        GPU_ARG(double *, 0)[i] = GPU_ARG(double, 2);
}

static int rank;

static void compute(double *buffer, cudaStream_t stream) {
    int n = N;
    double value = 1;
    void *arguments[] = {&buffer, &n, &value};

    cudaLaunchKernel(&fill, (dim3){1, 1, 1}, (dim3){N, 1, 1}, arguments, 0, stream);
}

static void exchange(double *buffer) {
    if (rank == 0)
        MPI_Send(buffer, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv) {
    double *buffer, *scratch, *host;
    cudaStream_t blocking, apart;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc((void **)&buffer, BYTES);
    cudaMalloc((void **)&scratch, BYTES);
    cudaMallocHost((void **)&host, BYTES);
    memset(host, 0, BYTES);
    cudaStreamCreate(&blocking);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);

    cudaFree(scratch); // waits for the device, which has no work yet
    compute(buffer, blocking); // the default stream waits for blocking streams
    cudaMalloc((void **)&scratch, BYTES);
    cudaMemcpy(scratch, host, BYTES, cudaMemcpyHostToDevice);
    exchange(buffer);

    compute(buffer, apart); // cudaFree waits for the device
    cudaFree(scratch);
    exchange(buffer);

    compute(buffer, cudaStreamPerThread);
    cudaStreamSynchronize(cudaStreamPerThread);
    exchange(buffer);

    compute(buffer, cudaStreamPerThread); // the thread's stream is a blocking stream
    cudaStreamSynchronize(cudaStreamLegacy);
    exchange(buffer);

    compute(buffer, 0);
    cudaStreamSynchronize(0);
    exchange(buffer);

    compute(buffer, 0); // blocking streams wait for the default stream
    cudaMemsetAsync(host, 0, 1, blocking);
    cudaStreamSynchronize(blocking);
    exchange(buffer);

    cudaFree(buffer);
    cudaFreeHost(host);
    MPI_Finalize();
    return 0;
}
