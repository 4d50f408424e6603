// Displacements lead into heap blocks: from a base before, in or behind the block, or from another block. MPI
// does not use the displacements of neighbors that are MPI_PROC_NULL.
// gomarmot: heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 8, FAR = 4000 };

static void counted_from_one(int size) {
    int row[N] = {1}, *table = calloc((size_t)size * N, sizeof *table);
    int *before = calloc(FAR, sizeof *before);
    int *counts = malloc((size_t)size * sizeof *counts), *starts = malloc((size_t)size * sizeof *starts);

    for (int r = 0; r < size; r++) {
        counts[r] = N;
        starts[r] = FAR + r * N;
    }
    MPI_Gatherv(row, N, MPI_INT, (void *)(table - FAR), counts, starts, MPI_INT, 0, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        starts[r] = (r - size) * N;
    MPI_Gatherv(row, N, MPI_INT, table + size * N, counts, starts, MPI_INT, 0, MPI_COMM_WORLD);
    for (int r = 0; r < size; r++)
        starts[r] = -r * N;
    MPI_Gatherv(row, N, MPI_INT, table + (size - 1) * N, counts, starts, MPI_INT, 0, MPI_COMM_WORLD);
    free(counts);
    free(starts);
    free(before);
    free(table);
}

/* The neighbors at the ends of a line are MPI_PROC_NULL. */
static void at_the_ends(int size) {
    int dims[1] = {size}, periods[1] = {0}, counts[2] = {N, N}, displs[2] = {0, N}, me;
    int *data = calloc(2 * N, sizeof *data), *got = calloc(2 * N, sizeof *got);
    MPI_Comm line;

    MPI_Cart_create(MPI_COMM_WORLD, 1, dims, periods, 0, &line);
    MPI_Comm_rank(line, &me);
    if (me == 0)
        displs[0] = -FAR;
    if (me == size - 1)
        displs[1] = FAR;
    MPI_Neighbor_alltoallv(data, counts, displs, MPI_INT, got, counts, displs, MPI_INT, line);
    MPI_Comm_free(&line);
    free(data);
    free(got);
}

static void other_blocks(int size) {
    int *counts = malloc((size_t)size * sizeof *counts), *displs = malloc((size_t)size * sizeof *displs);
    int *starts = malloc((size_t)size * sizeof *starts);
    MPI_Datatype *types = malloc((size_t)size * sizeof *types);
    char *pool = malloc((size_t)size * N), *got = malloc((size_t)size * N), **of = malloc((size_t)size * sizeof *of);

    for (int r = 0; r < size; r++) {
        of[r] = r == 0 ? pool : calloc(N, 1);
        counts[r] = N;
        displs[r] = (int)(of[r] - pool);
        starts[r] = r * N;
        types[r] = MPI_CHAR;
    }
    MPI_Alltoallw(pool, counts, displs, types, got, counts, starts, types, MPI_COMM_WORLD);
    for (int r = 1; r < size; r++)
        free(of[r]);
    free(of);
    free(pool);
    free(got);
    free(starts);
    free(types);
    free(counts);
    free(displs);
}

int main(int argc, char **argv) {
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    counted_from_one(size);
    at_the_ends(size);
    other_blocks(size);
    MPI_Finalize();
    return 0;
}
