// Device memory goes to an MPI library that cannot reach it.
#include <mpi.h>
#include "../../../gputest/cuda_runtime.h"

int main(int argc, char **argv) {
    void *numbers;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc(&numbers, 1000 * sizeof(int));
    MPI_Bcast(numbers, 1000, MPI_INT, 0, MPI_COMM_WORLD);
    cudaFree(numbers);
    MPI_Finalize();
    return 0;
}
