// gomarmot: ranks=3
// Only rank 1 passes MPI_IN_PLACE to MPI_Scan and MPI_Reduce_scatter_block, and only the root to MPI_Gather.
#include <mpi.h>

enum { RANKS = 3 };

int main(int argc, char **argv)
{
	int rank, sum, part, mine[RANKS], all[RANKS];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	sum = rank;
	MPI_Scan(rank == 1 ? MPI_IN_PLACE : &rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	for (int i = 0; i < RANKS; i++)
		mine[i] = all[i] = i;
	MPI_Reduce_scatter_block(rank == 1 ? MPI_IN_PLACE : mine, rank == 1 ? all : &part, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	all[0] = 0;
	MPI_Gather(rank == 0 ? MPI_IN_PLACE : &rank, 1, MPI_INT, all, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
