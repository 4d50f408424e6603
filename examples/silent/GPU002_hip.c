// Different ways in which the program learns that work on a GPU is complete before it sends the result.
// gomarmot: gpu
#include <hip/hip_runtime.h>
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

static void fill(hipStream_t stream) {
    hipMemcpyAsync(buffer, host, BYTES, hipMemcpyHostToDevice, stream);
}

static void tell(void *data) {
    *(volatile int *)data = 1;
}

GPU_KERNEL(count, "_Z5countPii", sizeof(int *), sizeof(int)) {
    for (int i = 0; i < GPU_ARG(int, 1); i++)
        GPU_ARG(int *, 0)[i] = i;
}

int main(int argc, char **argv) {
    float milliseconds;
    int n = N;
    void *arguments[] = {&buffer, &n};
    hipStream_t one, two, apart;
    hipEvent_t event, joined;
    void *other, *other_host;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipMalloc((void **)&buffer, BYTES);
    hipMalloc(&other, BYTES);
    hipHostMalloc((void **)&host, BYTES, hipHostMallocDefault);
    hipHostMalloc(&other_host, BYTES, hipHostMallocDefault);
    hipStreamCreate(&one);
    hipStreamCreate(&two);
    hipStreamCreateWithFlags(&apart, hipStreamNonBlocking);
    hipEventCreate(&event);
    hipEventCreateWithFlags(&joined, hipEventDisableTiming);
    for (int i = 0; i < N; i++)
        host[i] = i;

    fill(one);
    hipStreamSynchronize(one);
    exchange();

    fill(apart);
    hipDeviceSynchronize();
    exchange();

    fill(one); // the program waits for an event after the copy
    hipEventRecord(event, one);
    hipMemsetAsync(other, 0, BYTES, one);
    hipEventSynchronize(event);
    exchange();

    fill(one); // another stream waits for the copy, and the program waits for an event on that stream
    hipEventRecord(event, one);
    hipStreamWaitEvent(apart, event, 0);
    hipEventRecord(joined, apart);
    hipEventSynchronize(joined);
    exchange();

    fill(one); // work on the legacy default stream follows all work on blocking streams
    hipMemcpy(host, other, BYTES, hipMemcpyDeviceToHost);
    exchange();

    fill(two);
    while (hipStreamQuery(two) == hipErrorNotReady)
        ;
    exchange();

    fill(two);
    hipEventRecord(event, two);
    while (hipEventQuery(event) != hipSuccess)
        ;
    exchange();

    hipMemcpyAsync(other_host, host, BYTES, hipMemcpyDefault, one); // HIP returns after a copy from host to host
    if (rank == 0)
        MPI_Send(other_host, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    else
        MPI_Recv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    fill(apart); // a host function sets a flag that the program polls
    hipLaunchHostFunc(apart, tell, (void *)&told);
    while (!told)
        ;
    exchange();

    hipMemcpy(buffer, host, BYTES, hipMemcpyHostToDevice);
    exchange();

    hipMemcpyWithStream(buffer, host, BYTES, hipMemcpyHostToDevice, apart);
    exchange();

    hipMemcpy(buffer, other, BYTES, hipMemcpyDeviceToDevice); // HIP waits for copies between buffers of the GPU, too
    exchange();

    hipMemset(buffer, 0, BYTES);
    exchange();

    hipExtLaunchKernel(&count, (dim3){1, 1, 1}, (dim3){N, 1, 1}, arguments, 0, apart, NULL, event, 0);
    hipEventSynchronize(event); // which the stream reached when the kernel was done
    exchange();

    fill(apart);
    hipEventRecord(joined, apart);
    while (hipEventElapsedTime(&milliseconds, event, joined) == hipErrorNotReady)
        ; // it succeeds once both events are reached
    exchange();

    hipMemcpyAsync(host, buffer, BYTES, hipMemcpyDeviceToHost, one); // only reads the buffer that is sent
    if (rank == 0)
        MPI_Send(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    hipStreamSynchronize(one);
    if (rank == 1)
        MPI_Recv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

    hipFree(buffer);
    hipFree(other);
    hipHostFree(host);
    hipHostFree(other_host);
    MPI_Finalize();
    return 0;
}
