// gomarmot: ranks=3
// Rank 1 sends one number, and rank 2 sends 50 with another tag.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, number = 1, numbers[50] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(numbers, 50, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else {
		MPI_Send(rank == 1 ? &number : numbers, rank == 1 ? 1 : 50, MPI_INT, 0, rank - 1, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
