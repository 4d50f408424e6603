// gomarmot: ranks=3
// The root gathers blocks of two elements that begin only one element
// apart: each block overwrites the end of the block before it.
#include <mpi.h>

enum { RANKS = 3 };

int main(int argc, char **argv)
{
	int rank, mine[2], all[2 * RANKS], counts[RANKS], displs[RANKS];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < RANKS; i++) {
		counts[i] = 2;
		displs[i] = i;
	}
	mine[0] = mine[1] = rank;
	MPI_Gatherv(mine, 2, MPI_INT, all, counts, displs, MPI_INT, 0, MPI_COMM_WORLD); // want COLL006 "MPI_Gatherv writes parts of recvbuf twice: block [0-9], at .*, and block [0-9], at .*, overlap"
	MPI_Finalize();
	return 0;
}
