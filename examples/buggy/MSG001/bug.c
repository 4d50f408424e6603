// gomarmot: ranks=3
// Each rank sends a value to rank + 1, and so does the last rank, which has no right neighbor.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, size, value = 7;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	if (rank > 0)
		MPI_Recv(&value, 1, MPI_INT, rank - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Send(&value, 1, MPI_INT, rank + 1, 0, MPI_COMM_WORLD); // want MSG001 "to rank 3 of MPI_COMM_WORLD, but its group has only ranks 0 to 2"
	MPI_Finalize();
	return 0;
}
