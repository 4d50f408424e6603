// Before MPI_Comm_disconnect, every request on the communicator is complete or freed. A pending request on another
// communicator does not matter, and MPI_Comm_free is allowed while a request on the communicator is pending.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, size, sent = 1, got;
	MPI_Comm copy, other;
	MPI_Request request, persistent, rest;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Comm_dup(MPI_COMM_WORLD, &copy);
	MPI_Comm_dup(MPI_COMM_WORLD, &other);
	int from = (rank + 1) % size, to = (rank + size - 1) % size, done = 0, late;

	MPI_Recv_init(&got, 1, MPI_INT, from, 0, copy, &persistent);
	MPI_Start(&persistent);
	MPI_Isend(&sent, 1, MPI_INT, to, 0, copy, &request);
	MPI_Request_free(&request);
	while (!done)
		MPI_Test(&persistent, &done, MPI_STATUS_IGNORE);
	MPI_Request_free(&persistent);
	MPI_Irecv(&late, 1, MPI_INT, from, 0, other, &rest);
	MPI_Barrier(copy);
	MPI_Comm_disconnect(&copy);

	MPI_Send(&sent, 1, MPI_INT, to, 0, other);
	MPI_Comm_free(&other);
	MPI_Wait(&rest, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
