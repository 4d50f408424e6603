// gomarmot: ranks=4
// Pairs of ranks talk to each other: both sides count ranks in MPI_COMM_WORLD.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank % 2 == 0)
		MPI_Send(&value, 1, MPI_INT, rank + 1, rank, MPI_COMM_WORLD);
	else
		MPI_Recv(&value, 1, MPI_INT, rank - 1, rank - 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
