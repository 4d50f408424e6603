// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// The receive names the rank that sends.
#include <mpi.h>

enum { PARTITIONS = 4, EACH = 25 };

int main(int argc, char **argv)
{
	double part[PARTITIONS * EACH] = {0};
	MPI_Request request = MPI_REQUEST_NULL;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Precv_init(part, PARTITIONS, EACH, MPI_DOUBLE, 1, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
	else if (rank == 1)
		MPI_Psend_init(part, PARTITIONS, EACH, MPI_DOUBLE, 0, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
	if (request != MPI_REQUEST_NULL) {
		MPI_Start(&request);
		for (int i = 0; rank == 1 && i < PARTITIONS; i++)
			MPI_Pready(i, request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Request_free(&request);
	}
	MPI_Finalize();
	return 0;
}
