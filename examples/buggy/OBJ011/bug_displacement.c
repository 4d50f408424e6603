// Rank 0 gathers parts that lie far apart in one large block. The displacement of rank 1 in bytes is too
// large for an int.
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };
static const size_t apart = 2200000000; // bytes from one part to the next, a multiple of 8

int main(int argc, char **argv) {
    int rank, counts[2] = {8 * N, 8 * N}, displs[2] = {0, (int)(apart)};
    double part[N] = {1, 2, 3}, *whole = NULL;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0)
        whole = malloc(apart + N * sizeof *whole);

    MPI_Gatherv(part, 8 * N, MPI_BYTE, whole, counts, displs, MPI_BYTE, 0, MPI_COMM_WORLD); // want OBJ011 "^recvbuf of MPI_Gatherv: the part of rank 1, displs.1. = -2094967296, cannot be written at address 0x[0-9a-f]+: the rank was killed in the call$" TOOL003 "killed"
    free(whole);

    MPI_Finalize();
    return 0;
}
