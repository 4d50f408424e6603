// The MPI library cannot access memory of a GPU.
// gomarmot: gpu env=GPUTEST_UNAWARE=1
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank, host[N];
    void *numbers;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc(&numbers, N * sizeof(int));
    cudaMemset(numbers, 0, N * sizeof(int));
    cudaDeviceSynchronize();
    if (rank == 0)
        MPI_Send(numbers, N, MPI_INT, 1, 0, MPI_COMM_WORLD); // want GPU001 "^buf of MPI_Send is memory of a GPU, which the MPI library cannot access at byte [0-9]+ .address 0x[0-9a-f]+.: the rank was killed in the call$" TOOL003 "killed"
    else
        MPI_Recv(host, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    cudaFree(numbers);
    MPI_Finalize();
    return 0;
}
