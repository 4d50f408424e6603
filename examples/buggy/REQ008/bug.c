// gomarmot: skip-mpich-4.2 its MPI_Comm_disconnect waits forever, with or without gomarmot
// gomarmot: skip-mpich-5.0 its MPI_Comm_disconnect waits forever, with or without gomarmot
// gomarmot: skip-abi-mpich-5.0 its MPI_Comm_disconnect waits forever, with or without gomarmot
// The program disconnects a communicator before it waits for a receive on this communicator.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, size, sent = 1, got;
	MPI_Comm copy;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Comm_dup(MPI_COMM_WORLD, &copy);
	MPI_Irecv(&got, 1, MPI_INT, (rank + 1) % size, 0, copy, &request);
	MPI_Send(&sent, 1, MPI_INT, (rank + size - 1) % size, 0, copy);
	MPI_Comm_disconnect(&copy); // want REQ008 "MPI_Comm_disconnect of communicator .* while the request of MPI_Irecv is pending: it is completed later, by MPI_Wait"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
