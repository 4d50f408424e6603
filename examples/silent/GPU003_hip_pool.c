// Three buffers in one allocation: a kernel fills one buffer while MPI receives
// into another buffer; then MPI sends the received data while a kernel reads them.
// gomarmot: gpu
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1024, ROUNDS = 3 };

GPU_KERNEL(pack, "_Z4packPdi", sizeof(double *), sizeof(int)) {
    for (int i = 0; i < GPU_ARG(int, 1); i++)
        GPU_ARG(double *, 0)[i] = i;
}

GPU_KERNEL(add, "_Z3addPdS_i", sizeof(double *), sizeof(double *), sizeof(int)) {
    for (int i = 0; i < GPU_ARG(int, 2); i++)
        GPU_ARG(double *, 0)[i] += GPU_ARG(double *, 1)[i];
}

int main(int argc, char **argv) {
    int rank, n = N;
    double *pool, *out, *in, *sum;
    hipStream_t stream;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipMalloc((void **)&pool, 3 * N * sizeof(double));
    hipStreamCreate(&stream);
    out = pool, in = pool + N, sum = pool + 2 * N;
    for (int i = 0; i < ROUNDS; i++) {
        void *of_pack[] = {&out, &n}, *of_add[] = {&sum, &in, &n};

        MPI_Irecv(in, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD, &request);
        hipLaunchKernel(&pack, (dim3){1, 1, 1}, (dim3){N, 1, 1}, of_pack, 0, stream);
        hipStreamSynchronize(stream);
        MPI_Send(out, N, MPI_DOUBLE, 1 - rank, 0, MPI_COMM_WORLD);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
        hipLaunchKernel(&add, (dim3){1, 1, 1}, (dim3){N, 1, 1}, of_add, 0, stream);
        MPI_Sendrecv(in, N, MPI_DOUBLE, 1 - rank, 1, out, N, MPI_DOUBLE, 1 - rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        hipStreamSynchronize(stream);
    }
    hipFree(pool);
    MPI_Finalize();
    return 0;
}
