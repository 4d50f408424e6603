// gomarmot: skip-mpich MPI_Comm_disconnect waits forever there for the request to be freed
// The persistent receive is active when its communicator is disconnected.
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
	MPI_Recv_init(&got, 1, MPI_INT, (rank + 1) % size, 0, copy, &request);
	MPI_Start(&request);
	MPI_Send(&sent, 1, MPI_INT, (rank + size - 1) % size, 0, copy);
	MPI_Comm_disconnect(&copy); // want REQ008 "while the request of MPI_Recv_init is active: it is completed later, by MPI_Wait"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);
	MPI_Finalize();
	return 0;
}
