// The buffer comes from malloc, but MPI_Free_mem frees only memory that MPI_Alloc_mem
// has returned. Some libraries allocate such memory in their own way.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    int *cells = malloc(100 * sizeof *cells);
    MPI_Free_mem(cells); // want OBJ004 "MPI_Free_mem of memory that MPI_Alloc_mem has not returned"
    MPI_Finalize();
    return 0;
}
