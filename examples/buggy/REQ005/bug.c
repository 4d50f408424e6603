// gomarmot: hang
// The array holds one request twice.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Status statuses[2];
	MPI_Request requests[2];

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &requests[0]);
		requests[1] = requests[0];
		MPI_Waitall(2, requests, statuses); // want REQ005 "MPI_Waitall of an array that holds the request of MPI_Irecv twice"
	} else if (rank == 1) {
		MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
