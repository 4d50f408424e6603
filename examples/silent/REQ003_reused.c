// MPI libraries give new requests the handle values of completed requests, and may give one
// value to many requests that are complete at once.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, size, values[8] = {0};
	MPI_Request requests[8];
	MPI_Status statuses[8];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	for (int round = 0; round < 100; round++) {
		for (int i = 0; i < 4; i++) {
			MPI_Irecv(&values[i], 1, MPI_INT, i % 2 ? MPI_PROC_NULL : (rank + 1) % size, i, MPI_COMM_WORLD, &requests[i]);
			MPI_Isend(&values[4 + i], 1, MPI_INT, i % 2 ? MPI_PROC_NULL : (rank + size - 1) % size, i, MPI_COMM_WORLD, &requests[4 + i]);
		}
		for (int i = 7; i > 3; i--)
			MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
		MPI_Waitall(8, requests, statuses);
	}
	MPI_Finalize();
	return 0;
}
