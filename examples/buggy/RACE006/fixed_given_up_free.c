// Rank 0 waits for its send before it frees the buffer. The next message is stored to the same memory.
// gomarmot: access=auto heap
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

static void tell(int round)
{
	int *copy = malloc(N * sizeof *copy);
	MPI_Request request;

	for (int i = 0; i < N; i++)
		copy[i] = i * round;
	MPI_Isend(copy, N, MPI_INT, 1, round, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	free(copy);
}

int main(int argc, char **argv)
{
	int rank, in[N];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int round = 1; round <= 2; round++)
		if (rank == 0)
			tell(round);
		else if (rank == 1)
			MPI_Recv(in, N, MPI_INT, 0, round, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
