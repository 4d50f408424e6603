// The broadcast begins with the first element of the second half of the array.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *cells = calloc(N, sizeof *cells);

    MPI_Bcast(cells + N / 2, N / 2, MPI_INT, 0, MPI_COMM_WORLD);
    free(cells);

    MPI_Finalize();
    return 0;
}
