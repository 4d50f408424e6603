// Persistent requests are started again after MPI_Testany, MPI_Wait or MPI_Waitall has completed them.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[2] = {1, 2}, flag, index;
	MPI_Request requests[2];
	MPI_Status statuses[8];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < 2; i++) {
		if (rank % 2)
			MPI_Recv_init(&values[i], 1, MPI_INT, rank - 1, i, MPI_COMM_WORLD, &requests[i]);
		else
			MPI_Ssend_init(&values[i], 1, MPI_INT, rank + 1, i, MPI_COMM_WORLD, &requests[i]);
	}
	for (int round = 0; round < 3; round++) {
		MPI_Startall(2, requests);
		do
			MPI_Testany(2, requests, &index, &flag, MPI_STATUS_IGNORE);
		while (!flag);
		MPI_Wait(&requests[1 - index], MPI_STATUS_IGNORE);
		MPI_Start(&requests[1 - index]);
		MPI_Start(&requests[index]);
		MPI_Waitall(2, requests, statuses);
		MPI_Waitall(2, requests, statuses);
	}
	for (int i = 0; i < 2; i++)
		MPI_Request_free(&requests[i]);
	MPI_Finalize();
	return 0;
}
