// Rank 0 waits for its send before it frees the buffer.
// gomarmot: gpu
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    int rank, *buffer;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipHostMalloc((void **)&buffer, N * sizeof *buffer, hipHostMallocDefault);
    if (rank == 0) {
        for (int i = 0; i < N; i++)
            buffer[i] = i;
        MPI_Isend(buffer, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        hipHostFree(buffer);
    } else {
        MPI_Recv(buffer, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        hipHostFree(buffer);
    }
    MPI_Finalize();
    return 0;
}
