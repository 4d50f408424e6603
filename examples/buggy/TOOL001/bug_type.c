// The datatype is built by functions that were looked up in the MPI library
// itself, so gomarmot does not see the calls: its layout is unknown, and so are
// the bytes that the put writes.
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
    static int cells[4];
    int rank, row[4] = {1, 2, 3, 4};
    MPI_Datatype type;
    MPI_Win win;
    int (*contiguous)(int, MPI_Datatype, MPI_Datatype *) = in_library("MPI_Type_contiguous");
    int (*commit)(MPI_Datatype *) = in_library("MPI_Type_commit");
    int (*release)(MPI_Datatype *) = in_library("MPI_Type_free");

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    contiguous(4, MPI_INT, &type);
    commit(&type);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(row, 4, MPI_INT, 1, 0, 1, type, win); // want TOOL001 "datatype"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    release(&type);
    MPI_Finalize();
    return 0;
}
