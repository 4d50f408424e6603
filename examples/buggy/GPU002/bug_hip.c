// The copy to the buffer may still be running when MPI sends it.
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
        MPI_Send(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD); // want GPU002 "^MPI_Send reads buf while the asynchronous copy on stream 1 may still be running, which writes 3.91 KiB of it$"
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
