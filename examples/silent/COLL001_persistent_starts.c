// gomarmot: skip-openmpi-4.1 it has no persistent collective operations
// The ranks start two persistent collective operations in different orders.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, a = 1, b = 2;
	MPI_Request requests[2];
	MPI_Status statuses[8];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Bcast_init(&a, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
	MPI_Bcast_init(&b, 1, MPI_INT, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
	MPI_Start(&requests[rank % 2]);
	MPI_Start(&requests[1 - rank % 2]);
	MPI_Waitall(2, requests, statuses);
	for (int i = 0; i < 2; i++)
		MPI_Request_free(&requests[i]);
	MPI_Finalize();
	return 0;
}
