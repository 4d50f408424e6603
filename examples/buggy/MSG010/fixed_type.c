// gomarmot: ranks=3
// A library function of the program has a communicator for its own messages.
#include <mpi.h>

static void library(int rank, MPI_Comm comm)
{
	long state = 0;

	if (rank == 2)
		MPI_Send(&state, 1, MPI_LONG, 0, 4711, comm);
	else if (rank == 0)
		MPI_Recv(&state, 1, MPI_LONG, 2, 4711, comm, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	int rank;
	double number = 1;
	MPI_Comm comm;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	if (rank == 1)
		MPI_Send(&number, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
	else if (rank == 0)
		MPI_Recv(&number, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	library(rank, comm);
	MPI_Comm_free(&comm);
	MPI_Finalize();
	return 0;
}
