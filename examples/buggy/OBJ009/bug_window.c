// The window is one cell larger than the allocated memory.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *cells = malloc(N * sizeof *cells);
    MPI_Win win;

    MPI_Win_create(cells, (N + 1) * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want OBJ009 "^base of MPI_Win_create takes 404 bytes from byte 0 on of a heap block of 400 bytes: it ends 4 bytes beyond the block"
    MPI_Win_free(&win);
    free(cells);

    MPI_Finalize();
    return 0;
}
