// gomarmot: skip-openmpi it has no partitioned communication, or waits for the missing partition
// The list of ready partitions names partition 1 twice and partition 3 not at all.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[8] = {0}, list[4] = {0, 1, 2, 1};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Psend_init(values, 4, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		MPI_Pready_list(4, list, request); // want MSG012 "MPI_Pready_list with partition 1 twice"
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
