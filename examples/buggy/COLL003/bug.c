// All ranks must name the same root. Here each rank names itself: every
// rank sends, none receives, and the values stay different.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, seed;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    seed = 100 + rank;
    MPI_Bcast(&seed, 1, MPI_INT, rank, MPI_COMM_WORLD); // want COLL003 "root"

    MPI_Finalize();
    return 0;
}
