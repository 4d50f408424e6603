// The number of partitions is computed wrongly, and is negative.
// gomarmot: skip-openmpi it has no partitioned communication, or takes the number
#include <mpi.h>

int main(int argc, char **argv)
{
	int value = 0, threads = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	if (MPI_Psend_init(&value, threads - 1, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request) == MPI_SUCCESS) // want OBJ004 "MPI_Psend_init with partitions -1"
		MPI_Request_free(&request);
	MPI_Finalize();
	return 0;
}
