// The buffer comes from MPI_Alloc_mem.
#include <mpi.h>

int main(int argc, char **argv) {
    int *cells;

    MPI_Init(&argc, &argv);
    MPI_Alloc_mem(100 * sizeof *cells, MPI_INFO_NULL, &cells);
    MPI_Free_mem(cells);
    MPI_Finalize();
    return 0;
}
