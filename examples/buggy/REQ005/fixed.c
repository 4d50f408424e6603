// The other elements of the array are MPI_REQUEST_NULL.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Request requests[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
	MPI_Status statuses[8];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
		MPI_Waitall(3, requests, statuses);
	} else if (rank == 1) {
		MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
