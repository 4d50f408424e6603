// gomarmot: ranks=3
// Each rank receives two elements from every rank, but the blocks begin
// only one element apart: the order of arrival decides which values remain.
#include <mpi.h>

enum { RANKS = 3 };

int main(int argc, char **argv) {
    int rank, mine[2 * RANKS], all[2 * RANKS], counts[RANKS], from[RANKS], to[RANKS];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (int i = 0; i < RANKS; i++) {
        counts[i] = 2;
        from[i] = 2 * i;
        to[i] = i;
        mine[2 * i] = mine[2 * i + 1] = rank;
    }
    MPI_Alltoallv(mine, counts, from, MPI_INT, all, counts, to, MPI_INT, MPI_COMM_WORLD); // want COLL006 "MPI_Alltoallv writes parts of recvbuf twice: block [0-9], at .*, and block [0-9], at .*, overlap"
    MPI_Finalize();
    return 0;
}
