// Rank 0 deals out the rows of a table. The displacements count bytes where MPI_Scatterv
// wants elements.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { COLUMNS = 24 };

int main(int argc, char **argv) {
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double row[COLUMNS];
    double *table = calloc((size_t)size * COLUMNS, sizeof *table);
    int *counts = malloc((size_t)size * sizeof *counts), *starts = malloc((size_t)size * sizeof *starts);

    for (int r = 0; r < size; r++) {
        counts[r] = COLUMNS;
        starts[r] = r * COLUMNS * (int)sizeof *table;
    }
    MPI_Scatterv(table, counts, starts, MPI_DOUBLE, row, COLUMNS, MPI_DOUBLE, 0, MPI_COMM_WORLD); // want OBJ009 "^sendbuf of MPI_Scatterv: the part of rank 1, displs.1. = 192, begins .* behind the heap block of 384 bytes that sendbuf is in"
    free(counts);
    free(starts);
    free(table);

    MPI_Finalize();
    return 0;
}
