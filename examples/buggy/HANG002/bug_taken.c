// gomarmot: ranks=3 hang
// The receive from MPI_ANY_SOURCE takes the message of rank 1, which the next receive names as its source.
#include <mpi.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	int rank, value = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Recv(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want HANG002 "it waits for a message with tag 0 on MPI_COMM_WORLD from rank 1, which is in MPI_Finalize, but MPI_Recv took that one, and could have taken that of rank 2, which is left"
	} else {
		if (rank == 2)
			sleep(1);
		MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
