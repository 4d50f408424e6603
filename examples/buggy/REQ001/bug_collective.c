// The program starts a reduction and never completes it.
#include <mpi.h>

int main(int argc, char **argv)
{
	int value = 3, sum = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Iallreduce(&value, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request); // want REQ001 "operation of MPI_Iallreduce is never completed"
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
