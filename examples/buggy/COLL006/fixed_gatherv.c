// gomarmot: ranks=3
// The blocks lie one behind the other.
#include <mpi.h>

enum { RANKS = 3 };

int main(int argc, char **argv)
{
	int rank, mine[2], all[2 * RANKS], counts[RANKS], displs[RANKS];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < RANKS; i++) {
		counts[i] = 2;
		displs[i] = 2 * i;
	}
	mine[0] = mine[1] = rank;
	MPI_Gatherv(mine, 2, MPI_INT, all, counts, displs, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
