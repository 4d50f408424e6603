// What a rank does on a GPU, by its argument: nothing, "allocate", "copy", "early" (before MPI_Init), "late" (a copy that
// is not waited for), or "profiler" (another tool has subscribed to CUPTI).
#include <cuda_runtime.h>
#include <mpi.h>
#include <string.h>
#include <trace.h>

enum { N = 1000 };

static int does(int argc, char **argv, const char *what) {
    return argc > 1 && !strcmp(argv[1], what);
}

static void other_tool(void *user, CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data) {
    (void)user, (void)domain, (void)id, (void)data;
}

int main(int argc, char **argv) {
    int rank, *buffer, host[N] = {0};
    CUpti_SubscriberHandle tool;

    if (does(argc, argv, "profiler"))
        cuptiSubscribe(&tool, other_tool, NULL);
    if (does(argc, argv, "early")) {
        cudaMallocManaged((void **)&buffer, N * sizeof *buffer, cudaMemAttachGlobal);
        cudaMemcpy(buffer, host, sizeof host, cudaMemcpyHostToDevice);
    }
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (argc > 1 && !does(argc, argv, "early"))
        cudaMallocManaged((void **)&buffer, N * sizeof *buffer, cudaMemAttachGlobal);
    if (does(argc, argv, "copy") || does(argc, argv, "late"))
        cudaMemcpyAsync(buffer, host, sizeof host, cudaMemcpyHostToDevice, 0);
    if (does(argc, argv, "copy"))
        cudaDeviceSynchronize();
    if (does(argc, argv, "copy") || does(argc, argv, "late"))
        MPI_Bcast(buffer, N, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Finalize();
    return 0;
}
