// gomarmot: ranks=2
// Rank 0 sends doubles, and rank 1 receives doubles.
#include <mpi.h>

int main(int argc, char **argv)
{
	double out[2] = {1, 2}, in[2];
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Send(out, 2, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
	else if (rank == 1)
		MPI_Recv(in, 2, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
