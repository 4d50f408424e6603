// Different ways in which the program learns that work on a GPU is complete before it sends the result.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 1000, BYTES = N * sizeof(int) };

static int rank, *host, *buffer;
static volatile int told;

static void exchange(void) {
    if (rank == 0)
        MPI_Send(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void fill(cudaStream_t stream) {
    cudaMemcpyAsync(buffer, host, BYTES, cudaMemcpyHostToDevice, stream);
}

static void tell(void *data) {
    *(volatile int *)data = 1;
}

int main(int argc, char **argv) {
    cudaStream_t one, two, apart;
    cudaEvent_t event, joined;
    void *other, *other_host;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc((void **)&buffer, BYTES);
    cudaMalloc(&other, BYTES);
    cudaMallocHost((void **)&host, BYTES);
    cudaMallocHost(&other_host, BYTES);
    cudaStreamCreate(&one);
    cudaStreamCreate(&two);
    cudaStreamCreateWithFlags(&apart, cudaStreamNonBlocking);
    cudaEventCreate(&event);
    cudaEventCreateWithFlags(&joined, cudaEventDisableTiming);
    for (int i = 0; i < N; i++)
        host[i] = i;

    fill(one);
    cudaStreamSynchronize(one);
    exchange();

    fill(apart);
    cudaDeviceSynchronize();
    exchange();

    fill(one); // the program waits for an event after the copy
    cudaEventRecord(event, one);
    cudaMemsetAsync(other, 0, BYTES, one);
    cudaEventSynchronize(event);
    exchange();

    fill(one); // another stream waits for the copy, and the program waits for an event on that stream
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(apart, event, 0);
    cudaEventRecord(joined, apart);
    cudaEventSynchronize(joined);
    exchange();

    fill(one); // work on the legacy default stream follows all work on blocking streams
    cudaMemcpy(host, other, BYTES, cudaMemcpyDeviceToHost);
    exchange();

    fill(two);
    while (cudaStreamQuery(two) == cudaErrorNotReady)
        ;
    exchange();

    fill(two);
    cudaEventRecord(event, two);
    while (cudaEventQuery(event) != cudaSuccess)
        ;
    exchange();

    cudaMemcpyAsync(other_host, host, BYTES, cudaMemcpyDefault, one); // CUDA returns after a copy from host to host
    if (rank == 0)
        MPI_Send(other_host, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    fill(apart); // a host function sets a flag that the program polls
    cudaLaunchHostFunc(apart, tell, (void *)&told);
    while (!told)
        ;
    exchange();

    cudaMemcpy(buffer, host, BYTES, cudaMemcpyHostToDevice);
    exchange();

    cudaMemcpyAsync(host, buffer, BYTES, cudaMemcpyDeviceToHost, one); // only reads the buffer that is sent
    if (rank == 0)
        MPI_Send(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    cudaStreamSynchronize(one);
    if (rank == 1)
        MPI_Recv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    cudaFree(buffer);
    cudaFree(other);
    cudaFreeHost(host);
    cudaFreeHost(other_host);
    MPI_Finalize();
    return 0;
}
