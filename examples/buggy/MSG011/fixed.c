// gomarmot: ranks=2
// Rank 1 receives the message that MPI_Mprobe has found, and then the other message.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 5;
	MPI_Message found;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
		MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
	} else {
		MPI_Mprobe(0, 0, MPI_COMM_WORLD, &found, &status);
		MPI_Mrecv(&value, 1, MPI_INT, &found, MPI_STATUS_IGNORE);
		MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
