// gomarmot: ranks=2 heap
// gomarmot: skip-openmpi-4.1 it has no persistent collective operations
// The counts and displacements of a persistent operation are freed after its request.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int rank, all[2] = {0};
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *counts = malloc(2 * sizeof *counts), *displs = malloc(2 * sizeof *displs);

    for (int i = 0; i < 2; i++)
        counts[i] = 1, displs[i] = i;
    MPI_Allgatherv_init(&rank, 1, MPI_INT, all, counts, displs, MPI_INT, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
    MPI_Start(&request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Request_free(&request);
    free(counts);
    free(displs);
    MPI_Finalize();
    return 0;
}
