// MPI_Request_get_status finds the receive complete, and the request is freed.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3, flag = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		while (!flag)
			MPI_Request_get_status(request, &flag, MPI_STATUS_IGNORE);
		MPI_Request_free(&request);
	} else if (rank == 1) {
		MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
