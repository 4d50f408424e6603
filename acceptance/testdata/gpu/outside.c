// Memory of several origins, on which the program puts fills of different sizes.
#include <cuda_runtime.h>
#include <mpi.h>

enum { BYTES = 4096 };

void *gputest_allocate(size_t size, int kind);

static CUdeviceptr device(void) {
    CUdeviceptr at;

    cuMemAlloc_v2(&at, BYTES);
    return at;
}

int main(int argc, char **argv) {
    CUdeviceptr early = device(), managed;
    CUipcMemHandle handle;
    void *pinned;

    MPI_Init(&argc, &argv);
    const CUdeviceptr own = device(), exported = device();
    cuMemAllocManaged(&managed, BYTES, cudaMemAttachGlobal);
    cuMemAllocHost_v2(&pinned, BYTES);
    cuMemsetD8Async(own, 0, 100, 0);
    cuMemsetD8Async(exported, 0, 200, 0);
    cuIpcGetMemHandle(&handle, exported + 8);
    cuMemsetD8Async(exported, 0, 201, 0);
    cuMemsetD8Async(early, 0, 300, 0);
    cuMemsetD8Async(managed, 0, 400, 0);
    cuMemsetD8Async((CUdeviceptr)pinned, 0, 500, 0);
    CUdeviceptr opened, variable;
    size_t size;
    const CUdeviceptr mapped = (CUdeviceptr)gputest_allocate(BYTES, 1);
    cuIpcOpenMemHandle_v2(&opened, handle, 1);
    cuModuleGetGlobal_v2(&variable, &size, NULL, "variable");
    cuMemMap(mapped, BYTES / 2, 0, 1, 0);
    cuMemMap(mapped + BYTES / 2, BYTES / 2, 0, 2, 0);
    cuMemsetD8Async(opened, 0, 600, 0);
    cuMemsetD8Async(variable, 0, 700, 0);
    cuMemsetD8Async(mapped + BYTES / 2, 0, 800, 0);
    cudaDeviceSynchronize();
    cuMemUnmap(mapped, BYTES);
    cuIpcCloseMemHandle(opened);
    cuMemsetD8Async(mapped, 0, 900, 0);
    cudaDeviceSynchronize();
    MPI_Finalize();
    return 0;
}
