// gomarmot: ranks=4 hang
// Pairs of ranks talk to each other. The receiver counts ranks in MPI_COMM_WORLD, and the sender within its pair.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank % 2 == 0)
		MPI_Send(&value, 1, MPI_INT, 1, rank, MPI_COMM_WORLD); // want MSG007 "the message of 1 MPI_INT .4 bytes. with tag 2 to rank 1 is never received"
	else
		MPI_Recv(&value, 1, MPI_INT, rank - 1, rank - 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG002 "rank 3 waits forever in MPI_Recv: it waits for a message with tag 2 on MPI_COMM_WORLD from rank 2, which is in MPI_Finalize, but rank 2 sent a message with this tag to rank 1 .MPI_Send"
	MPI_Finalize();
	return 0;
}
