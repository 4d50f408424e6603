// The fill is complete before MPI sends the buffer.
// gomarmot: gpu
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1000 };

int main(int argc, char **argv) {
    int *buffer, *none = NULL;
    hipStream_t stream;

    MPI_Init(&argc, &argv);
    hipMalloc((void **)&buffer, N * sizeof *buffer);
    hipStreamCreate(&stream);
    hipMemsetAsync(buffer, 0, N * sizeof *buffer, stream);
    hipFree(none);
    hipStreamSynchronize(stream);
    MPI_Bcast(buffer, N, MPI_INT, 0, MPI_COMM_WORLD);
    hipStreamSynchronize(stream);
    hipFree(buffer);
    MPI_Finalize();
    return 0;
}
