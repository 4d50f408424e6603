// The program waits for the result of the reduction.
#include <mpi.h>

int main(int argc, char **argv)
{
	int value = 3, sum = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
