// Rank 0 deals out the rows of a table. The displacements count elements.
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
        starts[r] = r * COLUMNS;
    }
    MPI_Scatterv(table, counts, starts, MPI_DOUBLE, row, COLUMNS, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(counts);
    free(starts);
    free(table);

    MPI_Finalize();
    return 0;
}
