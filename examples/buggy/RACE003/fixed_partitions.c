// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// The program writes only to partitions that are not
// ready, and reads only partitions that have arrived.
#include <mpi.h>

enum { N = 4 };

int main(int argc, char **argv)
{
	int rank, values[N] = {0};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Psend_init(values, N, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		MPI_Recv(&values[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Pready_range(0, 1, request);
		MPI_Recv(&values[2], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Pready_range(2, 3, request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else {
		int number = 1;
		int flag = 0;
		MPI_Precv_init(values, N, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		MPI_Send(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
		MPI_Send(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
		while (!flag)
			MPI_Parrived(request, 3, &flag);
		MPI_Reduce_local(&values[3], &number, 1, MPI_INT, MPI_SUM);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	MPI_Request_free(&request);
	MPI_Finalize();
	return 0;
}
