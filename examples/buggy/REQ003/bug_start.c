// MPI_Start takes persistent requests, not the request of MPI_Irecv.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		MPI_Start(&request); // want REQ003 "MPI_Start of the request of MPI_Irecv, which is not persistent"
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else if (rank == 1) {
		MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
