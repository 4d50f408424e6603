// The request of an active receive is freed: nothing says when the message is in the buffer.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		MPI_Request_free(&request); // want REQ004 "MPI_Request_free of the request of MPI_Irecv while the receive is active"
		MPI_Barrier(MPI_COMM_WORLD);
	} else {
		MPI_Barrier(MPI_COMM_WORLD);
		if (rank == 1)
			MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
