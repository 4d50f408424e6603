// Only rank 0 sets the communicator. Rank 1 passes an unset handle to MPI_Comm_rank, and dies.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
	int rank;
	MPI_Comm comm;

	MPI_Init(&argc, &argv);
	memset(&comm, 0x52, sizeof comm);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Comm_dup(MPI_COMM_WORLD, &comm);
	MPI_Comm_rank(comm, &rank); // want OBJ001 "argument comm of MPI_Comm_rank is not the handle of a communicator: no call on this rank created it"
	MPI_Comm_free(&comm);
	MPI_Finalize();
	return 0;
}
