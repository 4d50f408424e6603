// The receive is started again before it is complete.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Recv_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		MPI_Start(&request);
		MPI_Start(&request); // want REQ002 "MPI_Start of the request of MPI_Recv_init, which is active"
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Request_free(&request);
	} else if (rank == 1) {
		MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
