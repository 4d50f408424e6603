// Array arguments are shorter than the count, or NULL, where the call does not use the remaining elements.
// gomarmot: ranks=3 heap
#include <mpi.h>
#include <stdlib.h>

enum { REQUESTS = 6, ACTIVE = 2 };

static void waits_for_some(int rank, int size) {
    MPI_Request *requests = malloc(REQUESTS * sizeof *requests);
    MPI_Status *statuses = malloc(ACTIVE * sizeof *statuses);
    int *indices = malloc(ACTIVE * sizeof *indices), found, got;

    for (int i = 0; i < REQUESTS; i++)
        requests[i] = MPI_REQUEST_NULL;
    MPI_Irecv(&got, 1, MPI_INT, (rank + size - 1) % size, 0, MPI_COMM_WORLD, &requests[1]);
    MPI_Isend(&rank, 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &requests[4]);
    for (int left = ACTIVE; left > 0; left -= found > 0 ? found : 0)
        MPI_Testsome(REQUESTS, requests, &found, indices, statuses);
    MPI_Waitsome(REQUESTS, requests, &found, indices, statuses);
    MPI_Waitall(REQUESTS, requests, MPI_STATUSES_IGNORE);
    free(requests);
    free(statuses);
    free(indices);
}

/* Only the root reads counts and displacements; with MPI_IN_PLACE no rank reads the send arguments. */
static void exchanges(int rank, int size) {
    int *one = malloc(sizeof *one), *all = calloc((size_t)size, sizeof *all);
    int *counts = rank == 1 ? malloc((size_t)size * sizeof *counts) : one;
    int *displs = rank == 1 ? malloc((size_t)size * sizeof *displs) : one;

    for (int i = 0; rank == 1 && i < size; i++)
        counts[i] = 1, displs[i] = i;
    *one = rank;
    MPI_Gatherv(&rank, 1, MPI_INT, all, counts, displs, MPI_INT, 1, MPI_COMM_WORLD);
    MPI_Scatterv(all, counts, displs, MPI_INT, &rank, 1, MPI_INT, 1, MPI_COMM_WORLD);
    if (rank != 1) {
        counts = malloc((size_t)size * sizeof *counts);
        displs = malloc((size_t)size * sizeof *displs);
    }
    for (int i = 0; i < size; i++)
        counts[i] = 1, displs[i] = i;
    MPI_Alltoallv(MPI_IN_PLACE, one, one, MPI_DATATYPE_NULL, all, counts, displs, MPI_INT, MPI_COMM_WORLD);
    free(counts);
    free(displs);
    free(one);
    free(all);
}

static void asks(void) {
    int *dims = calloc(2, sizeof *dims), *periods = calloc(2, sizeof *periods), *coords = malloc(2 * sizeof *coords), size;
    MPI_Comm grid;

    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_get(grid, 2, dims, periods, coords);
    MPI_Cart_coords(grid, 0, 2, coords);
    MPI_Comm_free(&grid);
    free(dims);
    free(periods);
    free(coords);
}

int main(int argc, char **argv) {
    int rank, size;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    for (int i = 0; i < 5; i++) {
        waits_for_some(rank, size);
        exchanges(rank, size);
        asks();
    }
    MPI_Waitall(0, NULL, NULL);
    MPI_Finalize();
    return 0;
}
