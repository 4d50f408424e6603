// A copy of the handle is waited for after the request is complete.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Request request, copy;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		copy = request;
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Wait(&copy, MPI_STATUS_IGNORE); // want REQ003 "MPI_Wait on a copy of the handle of MPI_Irecv, whose request is already completed"
	} else if (rank == 1) {
		MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
