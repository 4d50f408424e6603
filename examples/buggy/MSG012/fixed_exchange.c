// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// Both ranks mark all partitions of their sends.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, out[8] = {0}, in[8];
	MPI_Request requests[2];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Psend_init(out, 4, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[0]);
	MPI_Precv_init(in, 4, 2, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &requests[1]);
	MPI_Startall(2, requests);
	MPI_Pready_range(0, 3, requests[0]);
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	MPI_Request_free(&requests[0]);
	MPI_Request_free(&requests[1]);
	MPI_Finalize();
	return 0;
}
