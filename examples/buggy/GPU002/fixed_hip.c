// The program waits for the copy before MPI sends the buffer.
// gomarmot: gpu
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    int rank, *host;
    void *buffer;
    hipStream_t stream;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipMalloc(&buffer, N * sizeof *host);
    hipHostMalloc((void **)&host, N * sizeof *host, hipHostMallocDefault);
    hipStreamCreate(&stream);
    for (int i = 0; i < N; i++)
        host[i] = i;
    if (rank == 0) {
        hipMemcpyAsync(buffer, host, N * sizeof *host, hipMemcpyHostToDevice, stream);
        hipStreamSynchronize(stream);
        MPI_Send(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    hipStreamSynchronize(stream);
    hipFree(buffer);
    hipHostFree(host);
    hipStreamDestroy(stream);
    MPI_Finalize();
    return 0;
}
