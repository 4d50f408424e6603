// Rank 0 collects rows of its neighbors. The displacements count bytes where MPI_Gatherv
// wants elements.
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
        starts[r] = r * COLUMNS * (int)sizeof *table;
    }
    MPI_Gatherv(row, COLUMNS, MPI_DOUBLE, table, counts, starts, MPI_DOUBLE, 0, MPI_COMM_WORLD); // want OBJ009 "^recvbuf of MPI_Gatherv: the part of rank 1, displs.1. = 192, begins [0-9]+ bytes behind the heap block of [0-9]+ bytes that recvbuf is in"
    free(counts);
    free(starts);
    free(table);

    MPI_Finalize();
    return 0;
}
