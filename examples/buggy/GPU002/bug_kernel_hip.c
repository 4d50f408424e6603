// The kernel that fills the buffer may still be running when MPI sends it.
// gomarmot: gpu
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1000 };

GPU_KERNEL(fill, "_Z4fillPdid", sizeof(double *), sizeof(int), sizeof(double)) {
    double *to = GPU_ARG(double *, 0);

    for (int i = 0; i < GPU_ARG(int, 1); i++)
        to[i] = GPU_ARG(double, 2);
}

int main(int argc, char **argv) {
    int rank, n = N;
    double *buffer, value = 1;
    void *arguments[] = {&buffer, &n, &value};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipMalloc((void **)&buffer, N * sizeof(double));
    hipMemset(buffer, 0, N * sizeof(double));
    hipDeviceSynchronize();
    if (rank == 0) {
        hipLaunchKernel(&fill, (dim3){1, 1, 1}, (dim3){N, 1, 1}, arguments, 0, 0);
        MPI_Send(buffer, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD); // want GPU002 "^MPI_Send reads buf while the kernel fill\(double\*, int, double\) on the default stream may still be running, which may write it$"
    } else {
        MPI_Recv(buffer, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    hipFree(buffer);
    MPI_Finalize();
    return 0;
}
