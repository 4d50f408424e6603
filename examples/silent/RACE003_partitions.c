// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// The sender receives data into each partition before it marks the partition ready.
// The receiver uses a partition once it has arrived.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	int values[4] = {0}, flag = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Psend_init(values, 4, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		for (int i = 0; i < 4; i++) {
			MPI_Recv(&values[i], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Pready(i, request);
		}
	} else {
		int number = 1;
		MPI_Precv_init(values, 4, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		for (int i = 0; i < 4; i++)
			MPI_Send(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
		while (!flag)
			MPI_Parrived(request, 2, &flag);
		MPI_Reduce_local(&values[2], &number, 1, MPI_INT, MPI_SUM);
	}
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Request_free(&request);
	MPI_Finalize();
	return 0;
}
