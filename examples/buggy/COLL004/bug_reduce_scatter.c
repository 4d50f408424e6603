// All ranks must pass the same array of counts. Here the ranks
// agree on the total, but not on the share of each rank.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[4] = {1, 2, 3, 4}, result[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    int counts[2] = {1 + rank, 3 - rank};

    MPI_Reduce_scatter(mine, result, counts, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // want COLL004 "rank 0 gives 1 MPI_INT .4 bytes. in block 0, rank 1 gives 2 MPI_INT .8 bytes."

    MPI_Finalize();
    return 0;
}
