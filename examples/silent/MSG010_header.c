// gomarmot: ranks=3
// Ranks 1 and 2 send a number, and then as many doubles with the same tag. Rank 0 takes a number
// from any rank and then the doubles from the same rank: the doubles cannot overtake the number.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int rank, number, round, token = 0;
	double *numbers;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank > 0) {
		for (round = 0; round < 3; round++) {
			number = 10 * rank;
			numbers = calloc(number, sizeof *numbers);
			MPI_Send(&number, 1, MPI_INT, 0, 7, MPI_COMM_WORLD);
			MPI_Send(numbers, number, MPI_DOUBLE, 0, 7, MPI_COMM_WORLD);
			MPI_Recv(&token, 1, MPI_INT, 0, 8, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			free(numbers);
		}
	} else {
		for (round = 0; round < 6; round++) {
			MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 7, MPI_COMM_WORLD, &status);
			numbers = calloc(number, sizeof *numbers);
			MPI_Recv(numbers, number, MPI_DOUBLE, status.MPI_SOURCE, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
			MPI_Send(&token, 1, MPI_INT, status.MPI_SOURCE, 8, MPI_COMM_WORLD);
			free(numbers);
		}
	}
	MPI_Finalize();
	return 0;
}
