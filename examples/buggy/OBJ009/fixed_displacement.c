// Rank 0 collects rows of its neighbors. The displacements count elements.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { COLUMNS = 24 };

int main(int argc, char **argv) {
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    double row[COLUMNS];
    double *table = calloc((size_t)size * COLUMNS, sizeof *table);
    int *counts = malloc((size_t)size * sizeof *counts), *starts = malloc((size_t)size * sizeof *starts);

    for (int i = 0; i < COLUMNS; i++)
        row[i] = rank;
    for (int r = 0; r < size; r++) {
        counts[r] = COLUMNS;
        starts[r] = r * COLUMNS;
    }
    MPI_Gatherv(row, COLUMNS, MPI_DOUBLE, table, counts, starts, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(counts);
    free(starts);
    free(table);

    MPI_Finalize();
    return 0;
}
