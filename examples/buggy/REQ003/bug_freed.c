// The persistent request is freed through one variable, and tested through a copy of the handle.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Request request, copy;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		copy = request;
		MPI_Request_free(&request);
		MPI_Test(&copy, &value, MPI_STATUS_IGNORE); // want REQ003 "MPI_Test on a copy of the handle of MPI_Send_init, whose request is already freed"
	}
	MPI_Finalize();
	return 0;
}
