// Captured work does not run before its graph is launched; the program waits for each launch before MPI_Allreduce.
// gomarmot: gpu
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1000, BYTES = N * sizeof(int) };

int main(int argc, char **argv) {
    int rank, *host, *buffer;
    hipStream_t stream;
    hipGraph_t graph;
    hipGraphExec_t exec;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipMalloc((void **)&buffer, BYTES);
    hipHostMalloc((void **)&host, BYTES, hipHostMallocDefault);
    hipMemset(buffer, 0, BYTES);
    hipDeviceSynchronize();
    hipStreamCreate(&stream);
    hipStreamBeginCapture(stream, hipStreamCaptureModeGlobal);
    hipMemcpyAsync(buffer, host, BYTES, hipMemcpyHostToDevice, stream);
    MPI_Allreduce(MPI_IN_PLACE, buffer, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    hipStreamEndCapture(stream, &graph);
    hipGraphInstantiateWithFlags(&exec, graph, 0);
    for (int i = 0; i < 3; i++) {
        hipGraphLaunch(exec, stream);
        hipStreamSynchronize(stream);
        MPI_Allreduce(MPI_IN_PLACE, buffer, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    hipFree(buffer);
    hipHostFree(host);
    MPI_Finalize();
    return 0;
}
