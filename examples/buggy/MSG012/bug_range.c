// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// gomarmot: hang
// The program marks partitions 1 to 4 as ready, but the four partitions are numbered from 0 to 3.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[8] = {0};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Psend_init(values, 4, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		MPI_Pready_range(1, 4, request); // want MSG012 "MPI_Pready_range of partition 4 of a send with 4 partitions"
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Request_free(&request);
	} else if (rank == 1) {
		MPI_Precv_init(values, 4, 2, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Request_free(&request);
	}
	MPI_Finalize();
	return 0;
}
