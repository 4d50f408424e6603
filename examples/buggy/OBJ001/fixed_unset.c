// Both ranks set the communicator.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
	int rank;
	MPI_Comm comm;

	MPI_Init(&argc, &argv);
	memset(&comm, 0x52, sizeof comm);
	MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_rank(comm, &rank);
	MPI_Comm_free(&comm);
	MPI_Finalize();
	return 0;
}
