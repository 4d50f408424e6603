// Rank 0 waits for its first send before it starts the second.
#include <mpi.h>

int main(int argc, char **argv)
{
	static double sent[2][200000], received[200000];
	int rank, round;
	MPI_Request request = MPI_REQUEST_NULL;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (round = 0; round < 2; round++)
		if (rank == 0) {
			MPI_Wait(&request, MPI_STATUS_IGNORE);
			MPI_Isend(sent[round], 200000, MPI_DOUBLE, 1, round, MPI_COMM_WORLD, &request);
		} else if (rank == 1)
			MPI_Recv(received, 200000, MPI_DOUBLE, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
