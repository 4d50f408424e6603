// Rank 0 gathers parts that lie far apart in one large block. The displacement of rank 1 counts
// elements, and fits an int.
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };
static const size_t apart = 2200000000; // bytes from one part to the next, a multiple of 8

int main(int argc, char **argv) {
    int rank, counts[2] = {N, N}, displs[2] = {0, (int)(apart / sizeof(double))};
    double part[N] = {1, 2, 3}, *whole = NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        whole = malloc(apart + N * sizeof *whole);

    MPI_Gatherv(part, N, MPI_DOUBLE, whole, counts, displs, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    free(whole);

    MPI_Finalize();
    return 0;
}
