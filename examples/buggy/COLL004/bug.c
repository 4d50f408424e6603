// All ranks of a broadcast give the same amount. Rank 1 expects 16 values, the
// root sends 12: the last four stay as they were, or the call fails.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    double field[16] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Bcast(field, rank == 0 ? 12 : 16, MPI_DOUBLE, 0, MPI_COMM_WORLD); // want COLL004 "rank 0, the root, gives 12 MPI_DOUBLE .96 bytes., rank 1 gives 16 MPI_DOUBLE .128 bytes."

    MPI_Finalize();
    return 0;
}
