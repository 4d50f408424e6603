// The broadcast starts at index 0 of a field on the heap.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { CELLS = 64 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *field = malloc((CELLS + 0) * sizeof *field), sum = 0;

    for (int i = 0; i < CELLS + 0; i++)
        field[i] = rank;
    MPI_Bcast(&field[0], CELLS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < CELLS; i++)
        sum += field[i];
    free(field);

    MPI_Finalize();
    return sum < 0;
}
