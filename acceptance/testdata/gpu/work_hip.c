// What a rank does with HIP, by its argument: nothing, "allocate", "copy", or "late" (a copy that is not waited for).
// Compiled with -DPLUGIN, the program loads the function run from the library ./plugin.so, for itself alone, as Python
// loads extension modules; the library is compiled from this file, too.
#include <dlfcn.h>
#include <hip/hip_runtime.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

enum { N = 1000 };

#ifndef PLUGIN
static int does(int argc, char **argv, const char *what) {
    return argc > 1 && !strcmp(argv[1], what);
}

int run(int argc, char **argv) {
    int *buffer, host[N] = {0};
    hipStream_t stream = NULL;

    if (hipSetDevice(99) != hipErrorInvalidDevice || hipGetLastError() != hipErrorInvalidDevice)
        puts("HIP's last error is lost");
    if (argc > 1) {
        hipMallocManaged((void **)&buffer, N * sizeof *buffer, hipMemAttachGlobal);
        hipStreamCreate(&stream);
    }
    if (does(argc, argv, "copy") || does(argc, argv, "late"))
        hipMemcpyAsync(buffer, host, sizeof host, hipMemcpyHostToDevice, stream);
    if (does(argc, argv, "copy"))
        hipDeviceSynchronize();
    if (does(argc, argv, "copy") || does(argc, argv, "late"))
        MPI_Bcast(buffer, N, MPI_INT, 0, MPI_COMM_WORLD);
    return 0;
}
#else
static int run(int argc, char **argv) {
    void *plugin = dlopen("./plugin.so", RTLD_NOW | RTLD_LOCAL);
    int (*function)(int, char **) = plugin ? (int (*)(int, char **))dlsym(plugin, "run") : NULL;

    if (!function)
        puts(dlerror());
    return function ? function(argc, argv) : 1;
}
#endif

int main(int argc, char **argv) {
    int result;

    MPI_Init(&argc, &argv);
    result = run(argc, argv);
    MPI_Finalize();
    return result;
}
