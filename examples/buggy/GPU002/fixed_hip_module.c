// The program waits for the kernel before MPI sends the buffer.
// gomarmot: gpu
#include <hip/hip_runtime.h>
#include <mpi.h>

enum { N = 1000 };

GPU_MODULE_KERNEL(fill, "_Z4fillPfi", sizeof(float *), sizeof(int)) {
    for (int i = 0; i < GPU_ARG(int, 1); i++)
        GPU_ARG(float *, 0)[i] = 1;
}

int main(int argc, char **argv) {
    int rank;
    struct {
        float *to;
        int n;
    } block = {NULL, N};
    size_t size = sizeof block;
    void *extra[] = {HIP_LAUNCH_PARAM_BUFFER_POINTER, &block, HIP_LAUNCH_PARAM_BUFFER_SIZE, &size, HIP_LAUNCH_PARAM_END};
    hipModule_t module;
    hipFunction_t function;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    hipModuleLoadData(&module, gputest_image(&fill));
    hipModuleGetFunction(&function, module, "_Z4fillPfi");
    hipMalloc((void **)&block.to, N * sizeof(float));
    if (rank == 0) {
        hipModuleLaunchKernel(function, 1, 1, 1, N, 1, 1, 0, hipStreamPerThread, NULL, extra);
        hipStreamSynchronize(hipStreamPerThread);
        MPI_Send(block.to, N, MPI_FLOAT, 1, 0, MPI_COMM_WORLD);
    } else {
        MPI_Recv(block.to, N, MPI_FLOAT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }
    hipFree(block.to);
    hipModuleUnload(module);
    MPI_Finalize();
    return 0;
}
