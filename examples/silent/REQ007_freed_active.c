// A persistent send may be freed while it is active.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3, got = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Send_init(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
	MPI_Start(&request);
	MPI_Request_free(&request);
	MPI_Recv(&got, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
