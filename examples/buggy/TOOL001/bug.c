// The window is created by a function that was looked up in the MPI library
// itself, so gomarmot does not see the call. The window's history is unknown.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <mpi.h>
#include <stddef.h>

static void *in_library(const char *name) {
    Dl_info mpi;

    if (!dladdr(dlsym(RTLD_DEFAULT, "MPI_Wtime"), &mpi))
        return NULL;
    return dlsym(dlopen(mpi.dli_fname, RTLD_LAZY), name);
}

int main(int argc, char **argv) {
    static int cell;
    int rank, value = 42;
    MPI_Win win;
    int (*create)(void *, MPI_Aint, int, MPI_Info, MPI_Comm, MPI_Win *) = in_library("MPI_Win_create");

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win); // want TOOL001 "window"
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
