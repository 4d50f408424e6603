// gomarmot: ranks=3
// A library function of the program uses MPI_COMM_WORLD for its own messages. The receive from
// any source with any tag could take such a message; a pause hides the fault in this run.
#include <mpi.h>
#include <unistd.h>

static void library(int rank)
{
	long state = 0;

	if (rank == 2)
		MPI_Send(&state, 1, MPI_LONG, 0, 4711, MPI_COMM_WORLD);
	else if (rank == 0)
		MPI_Recv(&state, 1, MPI_LONG, 2, 4711, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	int rank;
	double number = 1;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 1)
		MPI_Send(&number, 1, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD);
	else if (rank == 0)
		MPI_Recv(&number, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG010 "could as well have taken that of rank 2, 1 MPI_LONG .8 bytes., which does not fit: the receive has room for 1 MPI_DOUBLE"
	else
		sleep(1);
	library(rank);
	MPI_Finalize();
	return 0;
}
