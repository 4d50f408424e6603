// Finalizes MPI by the MPI library's own PMPI_Finalize, as a tool may that has looked it up there. The message has one
// mistake of two ranks.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <link.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static int (*finalize)(void);

static int look(struct dl_phdr_info *library, size_t size, void *unused)
{
    void *handle;

    (void)size, (void)unused;
    if (!strstr(library->dlpi_name, "/libmpi"))
        return 0;
    handle = dlopen(library->dlpi_name, RTLD_NOW | RTLD_NOLOAD);
    if (handle)
        finalize = (int (*)(void))dlsym(handle, "PMPI_Finalize");
    return finalize != NULL;
}

int main(int argc, char **argv)
{
    int rank, whole = 0;
    float real = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        MPI_Recv(&whole, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else
        MPI_Send(&real, 1, MPI_FLOAT, 0, 0, MPI_COMM_WORLD);
    dl_iterate_phdr(look, NULL);
    if (!finalize)
        return 9;
    return finalize();
}
