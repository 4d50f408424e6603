// gomarmot: ranks=3
// Rank 1 reduces one value less than the others: the last sum is wrong, or the
// call fails.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[4] = {1, 2, 3, 4}, sums[4] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Allreduce(mine, sums, rank == 1 ? 3 : 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // want COLL004 "rank 0 gives 4 MPI_INT .16 bytes., rank 1 gives 3 MPI_INT .12 bytes."

    MPI_Finalize();
    return 0;
}
