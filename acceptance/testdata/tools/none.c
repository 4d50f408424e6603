// Finds all functions in the symbol table of the MPI library. With -DTAKE it has an MPI_Init
// of its own, too.
#define _GNU_SOURCE
#include <mpi.h>
#include <stddef.h>

#include "bypass.h"

#ifdef TAKE
int MPI_Init(int *argc, char ***argv) {
    int (*init)(int *, char ***) = bypass("MPI_Init");
    return init(argc, argv);
}
#define INIT MPI_Init
#else
#define INIT init
#endif

int main(int argc, char **argv) {
    int (*init)(int *, char ***) = bypass("MPI_Init");
    int (*finalize)(void) = bypass("MPI_Finalize");
    int version, sub;

    MPI_Get_version(&version, &sub); // or the program is not linked with MPI at all

    if (!init || !finalize)
        return version;
    INIT(&argc, &argv);
    return finalize();
}
