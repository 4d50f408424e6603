// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// Sender and receiver divide the same data into different numbers of partitions.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[8] = {0}, list[2] = {3, 1}, flag = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Psend_init(values, 4, 2, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		for (int round = 0; round < 2; round++) {
			MPI_Start(&request);
			MPI_Pready_list(2, list, request);
			MPI_Pready(2, request);
			MPI_Pready_range(0, 0, request);
			MPI_Wait(&request, MPI_STATUS_IGNORE);
		}
		MPI_Request_free(&request);
	} else if (rank == 1) {
		MPI_Precv_init(values, 2, 4, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		for (int round = 0; round < 2; round++) {
			MPI_Start(&request);
			for (flag = 0; !flag;)
				MPI_Parrived(request, 1, &flag);
			MPI_Wait(&request, MPI_STATUS_IGNORE);
		}
		MPI_Request_free(&request);
	}
	MPI_Finalize();
	return 0;
}
