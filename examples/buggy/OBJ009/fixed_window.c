// The window is as large as the allocated memory.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *cells = malloc((N + 1) * sizeof *cells);
    MPI_Win win;

    MPI_Win_create(cells, (N + 1) * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);
    free(cells);

    MPI_Finalize();
    return 0;
}
