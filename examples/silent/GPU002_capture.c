// Captured work does not run before its graph is launched; the program waits for each launch before MPI_Allreduce.
// gomarmot: gpu
#include <cuda_runtime.h>
#include <mpi.h>

enum { N = 1000, BYTES = N * sizeof(int) };

int main(int argc, char **argv) {
    int rank, *host, *buffer;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    cudaMalloc((void **)&buffer, BYTES);
    cudaMallocHost((void **)&host, BYTES);
    cudaMemset(buffer, 0, BYTES);
    cudaDeviceSynchronize();
    cudaStreamCreate(&stream);
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(buffer, host, BYTES, cudaMemcpyHostToDevice, stream);
    MPI_Allreduce(MPI_IN_PLACE, buffer, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    cudaStreamEndCapture(stream, &graph);
    cudaGraphInstantiate(&exec, graph, 0);
    for (int i = 0; i < 3; i++) {
        cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
        MPI_Allreduce(MPI_IN_PLACE, buffer, N, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    }
    cudaFree(buffer);
    cudaFreeHost(host);
    MPI_Finalize();
    return 0;
}
