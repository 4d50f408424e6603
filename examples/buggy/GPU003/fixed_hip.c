// The message has arrived before the buffer is copied.
// gomarmot: gpu
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    int rank, *host;
    void *buffer;
    hipStream_t stream;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipMalloc(&buffer, N * sizeof *host);
    hipHostMalloc((void **)&host, N * sizeof *host, hipHostMallocDefault);
    hipStreamCreate(&stream);
    if (rank == 0) {
        hipMemset(buffer, 0, N * sizeof *host);
        hipDeviceSynchronize();
        MPI_Send(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Irecv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        hipMemcpyAsync(host, buffer, N * sizeof *host, hipMemcpyDeviceToHost, stream);
    }
    hipStreamSynchronize(stream);
    hipFree(buffer);
    hipHostFree(host);
    MPI_Finalize();
    return 0;
}
