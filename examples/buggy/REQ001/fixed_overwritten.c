// Each receive has a request of its own, and one call completes them all.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[4] = {1, 2, 3, 4};
	MPI_Request requests[4];
	MPI_Status statuses[8];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		for (int i = 0; i < 4; i++)
			MPI_Irecv(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
		MPI_Waitall(4, requests, statuses);
	} else if (rank == 1) {
		for (int i = 0; i < 4; i++)
			MPI_Send(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
