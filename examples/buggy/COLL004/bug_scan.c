// Rank 0 passes one value to the scan, rank 1 passes two.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    long mine[2] = {1, 2}, sums[2];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Scan(mine, sums, 1 + rank, MPI_LONG, MPI_SUM, MPI_COMM_WORLD); // want COLL004 "rank 0 gives 1 MPI_LONG .8 bytes., rank 1 gives 2 MPI_LONG .16 bytes."

    MPI_Finalize();
    return 0;
}
