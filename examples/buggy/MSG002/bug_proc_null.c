// gomarmot: ranks=3
// Each rank sends with its neighbor's rank as the tag. The last rank's neighbor is MPI_PROC_NULL, a negative number.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, size, out = 1, in = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;

	MPI_Send(&out, 1, MPI_INT, right, right, MPI_COMM_WORLD); // want MSG002 "MPI_Send sends with tag -[0-9]+: tags are at least 0|MPI_Send sends with MPI_ANY_TAG"
	MPI_Recv(&in, 1, MPI_INT, left, rank, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
