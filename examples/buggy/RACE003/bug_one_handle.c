// Open MPI and MPICH may give all sends requests with the same value, as the sends are complete at once inside of the
// MPI library. The program waits for one send of three, and receives into two of the buffers.
#include <mpi.h>

static void ask(void)
{
	int out[3] = {1, 2, 3}, in;
	MPI_Request requests[3];

	for (int i = 0; i < 3; i++)
		MPI_Isend(&out[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &requests[i]);
	MPI_Wait(&requests[2], MPI_STATUS_IGNORE);
	MPI_Recv(&out[2], 1, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Recv(&out[1], 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want RACE003 "^MPI_Recv writes to 4 bytes of buf of (the pending )?MPI_Isend"
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
	MPI_Recv(&in, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void answer(void)
{
	int number[3];

	for (int i = 0; i < 3; i++)
		MPI_Recv(&number[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	for (int i = 2; i >= 0; i--)
		MPI_Send(&number[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		ask();
	else if (rank == 1)
		answer();
	MPI_Finalize();
	return 0;
}
