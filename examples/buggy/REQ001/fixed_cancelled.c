// The wait completes the receive that was cancelled.
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
	}
	MPI_Finalize();
	return 0;
}
