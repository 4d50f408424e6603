// gomarmot: ranks=3
// The tag is the rank of the sender. The receive from MPI_PROC_NULL has tag 0.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, size, out = 1, in = 0;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	int left = rank > 0 ? rank - 1 : MPI_PROC_NULL, right = rank + 1 < size ? rank + 1 : MPI_PROC_NULL;

	MPI_Send(&out, 1, MPI_INT, right, rank, MPI_COMM_WORLD);
	MPI_Recv(&in, 1, MPI_INT, left, left == MPI_PROC_NULL ? 0 : left, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
