// The receive is cancelled, but a cancelled operation must be completed, too.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); // want REQ001 "operation of MPI_Irecv is never completed"
		MPI_Cancel(&request);
	}
	MPI_Finalize();
	return 0;
}
