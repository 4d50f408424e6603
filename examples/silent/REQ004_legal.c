// Active sends, inactive persistent requests, cancelled receives and receives from
// MPI_PROC_NULL may be freed.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, size, values[4] = {0}, flag = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Isend(&values[0], 1, MPI_INT, (rank + 1) % size, 0, MPI_COMM_WORLD, &request);
	MPI_Request_free(&request);
	MPI_Ssend_init(&values[1], 1, MPI_INT, (rank + 1) % size, 1, MPI_COMM_WORLD, &request);
	MPI_Start(&request);
	MPI_Request_free(&request);
	for (int i = 0; i < 2; i++)
		MPI_Recv(&values[2], 1, MPI_INT, (rank + size - 1) % size, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);

	MPI_Recv_init(&values[2], 1, MPI_INT, rank, 2, MPI_COMM_WORLD, &request);
	MPI_Start(&request);
	MPI_Send(&values[3], 1, MPI_INT, rank, 2, MPI_COMM_WORLD);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);

	MPI_Irecv(&values[2], 1, MPI_INT, rank, 3, MPI_COMM_WORLD, &request);
	MPI_Cancel(&request);
	MPI_Request_free(&request);
	MPI_Irecv(&values[2], 1, MPI_INT, MPI_PROC_NULL, 4, MPI_COMM_WORLD, &request);
	MPI_Request_free(&request);
	MPI_Irecv(&values[2], 1, MPI_INT, rank, 5, MPI_COMM_WORLD, &request);
	MPI_Send(&values[3], 1, MPI_INT, rank, 5, MPI_COMM_WORLD);
	while (!flag)
		MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
