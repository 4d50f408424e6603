// gomarmot: ranks=4
// The halves of a job create an intercommunicator from their own communicators.
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Comm half, both;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 7, &both);
	MPI_Barrier(both);
	MPI_Comm_free(&both);
	MPI_Comm_free(&half);
	MPI_Finalize();
	return 0;
}
