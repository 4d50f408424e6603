// The program ends without MPI_Finalize: nothing is said of what is left.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Send_init(&value, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, &request);
	MPI_Abort(MPI_COMM_WORLD, 0);
	MPI_Finalize();
	return 0;
}
