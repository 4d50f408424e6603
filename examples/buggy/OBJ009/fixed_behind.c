// The field on the heap has one more cell, which the broadcast takes.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { CELLS = 64 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *field = malloc((CELLS + 1) * sizeof *field), sum = 0;

    for (int i = 0; i < CELLS + 1; i++)
        field[i] = rank;
    MPI_Bcast(&field[CELLS], 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    for (int i = 0; i < CELLS; i++)
        sum += field[i];
    free(field);

    MPI_Finalize();
    return sum < 0;
}
