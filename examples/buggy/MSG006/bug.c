// gomarmot: ranks=2
// Doubles are received as twice as many integers.
#include <mpi.h>

int main(int argc, char **argv)
{
	double out[2] = {1, 2}, in[2];
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Send(out, 2, MPI_DOUBLE, 1, 7, MPI_COMM_WORLD);
	else if (rank == 1)
		MPI_Recv(in, 4, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG006 "takes a message of MPI_Send of rank 0 with tag 7"
	MPI_Finalize();
	return 0;
}
