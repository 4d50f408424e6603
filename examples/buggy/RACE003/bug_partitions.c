// gomarmot: ranks=2
// gomarmot: skip-openmpi-4.1 it has no partitioned communication
// Rank 0 receives into a partition that it has marked as ready, and rank 1 sends a
// partition that has not arrived.
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
		MPI_Recv(&values[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want RACE003 "MPI_Recv writes to 4 bytes, from byte 4 on, of buf of the pending operation of MPI_Psend_init, which reads them"
		MPI_Pready_range(2, 3, request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else {
		int number = 1;
		MPI_Precv_init(values, N, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_INFO_NULL, &request);
		MPI_Start(&request);
		MPI_Send(&number, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
		MPI_Send(&values[3], 1, MPI_INT, 0, 1, MPI_COMM_WORLD); // want RACE003 "MPI_Send reads 4 bytes, from byte 12 on, of buf of the pending operation of MPI_Precv_init, which writes to them until its request is complete, or MPI_Parrived finds that partition 3 has arrived"
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	MPI_Request_free(&request);
	MPI_Finalize();
	return 0;
}
