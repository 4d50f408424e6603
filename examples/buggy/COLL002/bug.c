// gomarmot: ranks=2 hang
// The loop starts at the rank instead of 0: rank 1 does one round less and goes
// to MPI_Finalize, while rank 0 waits for it in the barrier of the last round.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    for (int round = rank; round < 3; round++)
        MPI_Barrier(MPI_COMM_WORLD); // want COLL002 "rank 1"

    MPI_Finalize();
    return 0;
}
