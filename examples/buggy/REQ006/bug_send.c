// gomarmot: skip-openmpi it implements MPI-3.1, in which cancelling a send is not deprecated
// Cancelling a send is deprecated: the receiver should rather say whether it wants more messages.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		MPI_Cancel(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Issend(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, &request);
		MPI_Cancel(&request); // want REQ006 "MPI_Cancel of the request of MPI_Issend: cancelling sends is deprecated"
		MPI_Recv(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
