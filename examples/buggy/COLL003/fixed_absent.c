// gomarmot: ranks=3
// All ranks reduce with the same operation, and rank 0 sends the message before the reduction.
#include <mpi.h>

int main(int argc, char **argv)
{
	double mine = 1, all = 0;
	int rank, done = 1;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Send(&done, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
	if (rank == 2)
		MPI_Recv(&done, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
