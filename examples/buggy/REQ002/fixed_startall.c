// Both requests are complete when they are started again.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[2] = {1, 2};
	MPI_Request requests[2];
	MPI_Status statuses[8];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		for (int i = 0; i < 2; i++)
			MPI_Recv_init(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
	else if (rank == 1)
		for (int i = 0; i < 2; i++)
			MPI_Send_init(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
	if (rank < 2) {
		for (int i = 0; i < 2; i++) {
			MPI_Startall(2, requests);
			MPI_Waitall(2, requests, statuses);
		}
		for (int i = 0; i < 2; i++)
			MPI_Request_free(&requests[i]);
	}
	MPI_Finalize();
	return 0;
}
