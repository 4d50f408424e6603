// Each round creates a persistent request, and none is freed.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		for (int i = 0; i < 3; i++) {
			MPI_Send_init(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); // want REQ007 "3 requests of MPI_Send_init are never freed"
			MPI_Start(&request);
			MPI_Wait(&request, MPI_STATUS_IGNORE);
		}
	} else if (rank == 1) {
		for (int i = 0; i < 3; i++)
			MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
