// The program copies to memory of the host before it calls MPI.
// gomarmot: gpu env=GPUTEST_UNAWARE=1
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank, host[N];
    void *numbers;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipMalloc(&numbers, N * sizeof(int));
    hipMemset(numbers, 0, N * sizeof(int));
    if (rank == 0) {
        hipMemcpy(host, numbers, sizeof host, hipMemcpyDeviceToHost);
        MPI_Send(host, N, MPI_INT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(host, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        hipMemcpy(numbers, host, sizeof host, hipMemcpyHostToDevice);
    }
    hipFree(numbers);
    MPI_Finalize();
    return 0;
}
