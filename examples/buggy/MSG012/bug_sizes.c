// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// The partitions of the receive hold 32 bytes in total, the partitions of the send only 16 bytes.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[8] = {0};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Psend_init(values, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		MPI_Pready_range(0, 3, request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Request_free(&request);
	} else if (rank == 1) {
		MPI_Precv_init(values, 4, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request); // want MSG012 "partitions of 32 bytes in total, and meets MPI_Psend_init of rank 0 with partitions of 16 bytes"
		MPI_Start(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Request_free(&request);
	}
	MPI_Finalize();
	return 0;
}
