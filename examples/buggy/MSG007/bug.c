// gomarmot: ranks=2
// Rank 0 sends messages with tags 1 and 2; rank 1 receives only the message with tag 2.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Send(&value, 1, MPI_INT, 1, 1, MPI_COMM_WORLD); // want MSG007 "1 MPI_INT .4 bytes. with tag 1 to rank 1 is never received"
		MPI_Send(&value, 1, MPI_INT, 1, 2, MPI_COMM_WORLD);
	} else if (rank == 1) {
		MPI_Recv(&value, 1, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
