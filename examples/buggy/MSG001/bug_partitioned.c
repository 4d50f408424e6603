// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// Rank 0 initializes a partitioned receive from MPI_ANY_SOURCE. If MPI refuses, the program goes on without data.
#include <mpi.h>
#include <stdio.h>

enum { PARTITIONS = 4, EACH = 25 };

int main(int argc, char **argv)
{
	double part[PARTITIONS * EACH] = {0};
	MPI_Request request = MPI_REQUEST_NULL;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		if (MPI_Precv_init(part, PARTITIONS, EACH, MPI_DOUBLE, MPI_ANY_SOURCE, 3, MPI_COMM_WORLD, MPI_INFO_NULL, &request) == MPI_SUCCESS) // want MSG001 "MPI_Precv_init from MPI_ANY_SOURCE, which receives in partitions may not use"
			MPI_Request_free(&request);
		else
			printf("no data\n");
	}
	MPI_Finalize();
	return 0;
}
