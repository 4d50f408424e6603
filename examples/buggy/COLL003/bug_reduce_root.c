// Rank 0 takes rank 1 for the root of the reduction and rank 1 takes rank 0:
// both only send, and no rank gets the sum.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, mine = 7, sum = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Reduce(&mine, &sum, 1, MPI_INT, MPI_SUM, 1 - rank, MPI_COMM_WORLD); // want COLL003 "root"

    MPI_Finalize();
    return 0;
}
