// The last rank contributes nothing, and displs has no element for that rank, but MPI_Allgatherv reads the element.
// gomarmot: ranks=4 heap
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, size, all[4] = {0}, code;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *counts = malloc((size_t)size * sizeof *counts), *displs = malloc((size_t)(size - 1) * sizeof *displs);

    for (int i = 0; i < size - 1; i++)
        counts[i] = 1, displs[i] = i;
    counts[size - 1] = 0;
    MPI_Allgatherv(&rank, rank < size - 1, MPI_INT, all, counts, displs, MPI_INT, MPI_COMM_WORLD); // want OBJ009 "displs of MPI_Allgatherv takes 16 bytes \(an element for each of the ranks\) from byte 0 on of a heap block of 12 bytes: it ends 4 bytes beyond the block"
    code = all[2] != 2;
    free(counts);
    free(displs);
    MPI_Finalize();
    return code;
}
