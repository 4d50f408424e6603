// The kernel changes the buffer while MPI sends it.
// gomarmot: gpu
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 100000 };

GPU_KERNEL(scale, "_Z5scalePdid", sizeof(double *), sizeof(int), sizeof(double)) {
    double *x = GPU_ARG(double *, 0);

    for (int i = 0; i < GPU_ARG(int, 1); i++)
        x[i] *= GPU_ARG(double, 2);
}

int main(int argc, char **argv) {
    int rank, n = N;
    double *buffer, factor = 2;
    void *arguments[] = {&buffer, &n, &factor};
    hipStream_t stream;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipMalloc((void **)&buffer, N * sizeof(double));
    hipStreamCreateWithFlags(&stream, hipStreamNonBlocking);
    hipMemsetAsync(buffer, 0, N * sizeof(double), stream);
    hipStreamSynchronize(stream);
    if (rank == 0) {
        MPI_Isend(buffer, N, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &request);
        hipLaunchKernel(&scale, (dim3){N / 100, 1, 1}, (dim3){100, 1, 1}, arguments, 0, stream); // want GPU003 "^the kernel scale\(double\*, int, double\) on stream 1 may write buf of the pending MPI_Isend, which reads it until its request is complete$"
    } else {
        MPI_Irecv(buffer, N, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request);
    }
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    hipStreamSynchronize(stream);
    hipFree(buffer);
    MPI_Finalize();
    return 0;
}
