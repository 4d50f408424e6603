// Every call for one, some or all of several requests; some handles are null.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[6] = {0}, index, flag, n, indices[6];
	MPI_Request requests[6];
	MPI_Status statuses[8];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < 6; i++) {
		if (rank == 0)
			MPI_Irecv(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
		else if (rank == 1)
			MPI_Isend(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, &requests[i]);
		else
			requests[i] = MPI_REQUEST_NULL;
	}
	MPI_Waitany(6, requests, &index, MPI_STATUS_IGNORE);
	do
		MPI_Testany(6, requests, &index, &flag, MPI_STATUS_IGNORE);
	while (!flag);
	MPI_Waitsome(6, requests, &n, indices, statuses);
	do
		MPI_Testsome(6, requests, &n, indices, statuses);
	while (n != MPI_UNDEFINED && n == 0);
	do
		MPI_Testall(6, requests, &flag, statuses);
	while (!flag);
	MPI_Waitall(6, requests, statuses);
	MPI_Waitany(6, requests, &index, MPI_STATUS_IGNORE);
	MPI_Waitsome(6, requests, &n, indices, statuses);
	MPI_Finalize();
	return 0;
}
