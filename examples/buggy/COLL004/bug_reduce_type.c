// The ranks give the same number of bytes to a reduction, but rank 1 gives
// floats: they are added up as if they were ints.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int mine[2] = {1, 2}, sums[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Reduce(mine, sums, 2, rank == 1 ? MPI_FLOAT : MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD); // want COLL004 "rank 0, the root, gives 2 MPI_INT .8 bytes., rank 1 gives 2 MPI_FLOAT .8 bytes.; basic element 0"

    MPI_Finalize();
    return 0;
}
