// gomarmot: ranks=3
// Rank 1 sends one number, and rank 2 sends 50. The receive from any source is meant for
// the one number; a pause lets the message of rank 1 come first.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int rank, number = 1, numbers[50] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Recv(&number, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG010 "it took that of rank 1, 1 MPI_INT .4 bytes., and could as well have taken that of rank 2, 50 MPI_INT .200 bytes., which does not fit: the receive has room for 1 MPI_INT"
		MPI_Recv(numbers, 50, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else {
		if (rank == 2)
			sleep(1);
		MPI_Send(rank == 1 ? &number : numbers, rank == 1 ? 1 : 50, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
