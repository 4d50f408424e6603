// One of the two requests is still active when both are started again.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[2] = {1, 2};
	MPI_Request requests[2];

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		for (int i = 0; i < 2; i++)
			MPI_Recv_init(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
		MPI_Startall(2, requests);
		MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
		MPI_Startall(2, requests); // want REQ002 "MPI_Startall of the request of MPI_Recv_init, which is active"
		for (int i = 0; i < 2; i++) {
			MPI_Cancel(&requests[i]);
			MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
			MPI_Request_free(&requests[i]);
		}
	} else if (rank == 1) {
		MPI_Send(&values[0], 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
