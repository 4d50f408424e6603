// The broadcast starts at index -1 of a field on the heap, as if the field had a halo.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { CELLS = 65536 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    double *field = malloc((CELLS + 0) * sizeof *field), sum = 0;

    for (int i = 0; i < CELLS + 0; i++)
        field[i] = rank;
    MPI_Bcast(&field[-1], CELLS, MPI_DOUBLE, 0, MPI_COMM_WORLD); // want OBJ009 "^buffer of MPI_Bcast begins 8 bytes before a heap block of 512 KiB"
    for (int i = 0; i < CELLS; i++)
        sum += field[i];
    free(field);

    MPI_Finalize();
    return sum < 0;
}
