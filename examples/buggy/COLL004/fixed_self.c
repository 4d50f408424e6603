// Each rank receives as many values as it sends to itself.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, sends = 3, receives = 3, from = 0;
    int mine[4] = {0}, got[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    mine[0] = rank;
    MPI_Alltoallv(mine, &sends, &from, MPI_INT, got, &receives, &from, MPI_INT, MPI_COMM_SELF);

    MPI_Finalize();
    return 0;
}
