// gomarmot: ranks=3
// Sends and receives name ranks of the remote group.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 7;
	MPI_Comm half, inter;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split(MPI_COMM_WORLD, rank > 0, 0, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank > 0 ? 0 : 1, 5, &inter);
	if (rank == 0) {
		MPI_Send(&value, 1, MPI_INT, 0, 0, inter);
		MPI_Send(&value, 1, MPI_INT, 1, 0, inter);
	} else {
		MPI_Recv(&value, 1, MPI_INT, 0, 0, inter, MPI_STATUS_IGNORE);
	}
	MPI_Comm_free(&inter);
	MPI_Comm_free(&half);
	MPI_Finalize();
	return 0;
}
