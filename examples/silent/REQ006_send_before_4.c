// gomarmot: skip-mpich it implements MPI-4.0, in which cancelling a send is deprecated
// Before MPI-4.0 cancelling a send is not deprecated.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3, got = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Isend(&value, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, &request);
	MPI_Cancel(&request);
	MPI_Recv(&got, 1, MPI_INT, rank, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
