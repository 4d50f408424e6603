// gomarmot: ranks=3
// MPI_PROC_NULL stands for the neighbor that the last rank does not have.
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
	MPI_Send(&value, 1, MPI_INT, rank + 1 < size ? rank + 1 : MPI_PROC_NULL, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
