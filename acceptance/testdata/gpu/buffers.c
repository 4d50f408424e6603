// Buffers and windows in memory of a GPU, in all kinds of calls of a correct program. Argument: how the memory is
// allocated; with "late", the library of the GPU is loaded after MPI_Init.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000, DEVICE_TO_HOST = 2, HOST_TO_DEVICE = 1 };

static int (*allocate)(void **, size_t), (*allocate_managed)(void **, size_t, unsigned), (*release)(void *);
static int (*copy)(void *, const void *, size_t, int), (*set)(void *, int, size_t);

static void load(void) {
    void *gpu = dlopen("libcuda.so.1", RTLD_NOW);

    if (!gpu) {
        puts(dlerror());
        exit(1);
    }
    dlsym(gpu, "cuPointerGetAttributes"); // CUDA's runtime looks the driver up
    allocate = (int (*)(void **, size_t))dlsym(gpu, "cudaMalloc");
    allocate_managed = (int (*)(void **, size_t, unsigned))dlsym(gpu, "cudaMallocManaged");
    release = (int (*)(void *))dlsym(gpu, "cudaFree");
    copy = (int (*)(void *, const void *, size_t, int))dlsym(gpu, "cudaMemcpy");
    set = (int (*)(void *, int, size_t))dlsym(gpu, "cudaMemset");
}

static int *ints(const char *how, int first) {
    int host[N];
    void *at = NULL;

    if (!strcmp(how, "managed"))
        allocate_managed(&at, sizeof host, 1);
    else
        allocate(&at, sizeof host);
    for (int i = 0; i < N; i++)
        host[i] = first + i;
    copy(at, host, sizeof host, HOST_TO_DEVICE);
    return at;
}

static void want(const char *what, const int *device, int first) {
    int host[N];

    copy(host, device, sizeof host, DEVICE_TO_HOST);
    for (int i = 0; i < N; i++)
        if (host[i] != first + i) {
            printf("%s: element %d is %d\n", what, i, host[i]);
            exit(1);
        }
}

int main(int argc, char **argv) {
    const char *how = argc > 1 ? argv[1] : "device";
    int rank, *mine, *theirs, *target;
    MPI_Request requests[2];
    MPI_File file;
    MPI_Win win;

    if (strcmp(how, "late"))
        load();
    MPI_Init(&argc, &argv);
    if (!strcmp(how, "late"))
        load();
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    mine = ints(how, 1000 * rank), theirs = ints(how, 0), target = ints(how, 0);

    MPI_Irecv(theirs, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[0]);
    MPI_Isend(mine, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    want("message", theirs, 1000 * (1 - rank));
    MPI_Bcast(mine, N, MPI_INT, 0, MPI_COMM_WORLD);
    want("broadcast", mine, 0);

    MPI_Win_create(target, N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    MPI_Put(theirs, N, MPI_INT, 1 - rank, 0, N, MPI_INT, win);
    MPI_Win_fence(0, win);
    want("put", target, 1000 * rank);
    MPI_Fetch_and_op(theirs, mine, MPI_INT, 1 - rank, 0, MPI_NO_OP, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);

    MPI_File_open(MPI_COMM_SELF, rank ? "one" : "zero", MPI_MODE_CREATE | MPI_MODE_RDWR, MPI_INFO_NULL, &file);
    MPI_File_write_at_all_begin(file, 0, target, N, MPI_INT);
    MPI_File_write_at_all_end(file, target, MPI_STATUS_IGNORE);
    MPI_File_close(&file);

    release(mine), release(theirs), release(target);
    printf("rank %d is done\n", rank);
    MPI_Finalize();
    return 0;
}
