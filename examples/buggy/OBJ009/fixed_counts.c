// The last rank contributes nothing; displs has an element for that rank all the same.
// gomarmot: ranks=4 heap
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, size, all[4] = {0}, code;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    int *counts = malloc((size_t)size * sizeof *counts), *displs = malloc((size_t)size * sizeof *displs);

    for (int i = 0; i < size - 1; i++)
        counts[i] = 1, displs[i] = i;
    counts[size - 1] = 0, displs[size - 1] = 0;
    MPI_Allgatherv(&rank, rank < size - 1, MPI_INT, all, counts, displs, MPI_INT, MPI_COMM_WORLD);
    code = all[2] != 2;
    free(counts);
    free(displs);
    MPI_Finalize();
    return code;
}
