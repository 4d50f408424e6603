// Waits, tests and MPI_Request_get_status take MPI_REQUEST_NULL and inactive persistent
// requests.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3, flag, index, n, indices[2];
	MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
	MPI_Status statuses[8];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Send_init(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &requests[1]);
	for (int i = 0; i < 2; i++) {
		MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
		MPI_Test(&requests[i], &flag, MPI_STATUS_IGNORE);
		MPI_Request_get_status(requests[i], &flag, MPI_STATUS_IGNORE);
	}
	MPI_Waitall(2, requests, statuses);
	MPI_Testall(2, requests, &flag, statuses);
	MPI_Waitany(2, requests, &index, MPI_STATUS_IGNORE);
	MPI_Testany(2, requests, &index, &flag, MPI_STATUS_IGNORE);
	MPI_Waitsome(2, requests, &n, indices, statuses);
	MPI_Testsome(2, requests, &n, indices, statuses);
	MPI_Request_free(&requests[1]);
	MPI_Finalize();
	return 0;
}
