// The program waits for the copy before MPI receives into the host array again.
// gomarmot: gpu
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1000, ROUNDS = 3 };

static int host[N];

int main(int argc, char **argv) {
    int rank;
    void *buffer;
    hipStream_t stream;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipMalloc(&buffer, N * sizeof *host);
    hipStreamCreate(&stream);
    for (int i = 0; i < ROUNDS; i++) {
        if (rank == 0) {
            MPI_Send(host, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
        } else {
            MPI_Recv(host, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
            hipMemcpyAsync(buffer, host, sizeof host, hipMemcpyHostToDevice, stream);
            hipStreamSynchronize(stream);
        }
    }
    hipStreamSynchronize(stream);
    hipFree(buffer);
    MPI_Finalize();
    return 0;
}
