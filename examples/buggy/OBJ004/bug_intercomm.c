// gomarmot: ranks=4 hang
// The halves of a job create an intercommunicator, but pass a copy of MPI_COMM_WORLD instead of the half.
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Comm half, both;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_dup(MPI_COMM_WORLD, &half);
	MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, rank < 2 ? 2 : 0, 7, &both); // want OBJ004 "with remote_leader 2 of MPI_COMM_WORLD, a process that is in the local group too" HANG001 "rank 2 waits for itself"
	MPI_Barrier(both);
	MPI_Comm_free(&both);
	MPI_Comm_free(&half);
	MPI_Finalize();
	return 0;
}
