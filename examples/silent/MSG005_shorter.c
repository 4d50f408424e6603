// gomarmot: ranks=2
// Messages of 0 to 8 elements, received into a buffer for 8 elements.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	int in[8] = {0}, out[8] = {0};
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		for (int i = 0; i <= 8; i++)
			MPI_Send(out, i, MPI_INT, 1, 0, MPI_COMM_WORLD);
	} else {
		for (int i = 0; i <= 8; i++)
			MPI_Recv(in, 8, MPI_INT, i % 2 ? 0 : MPI_ANY_SOURCE, i % 3 ? 0 : MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
