// gomarmot: ranks=2
// The count is positive, and the receive has an array as its buffer.
#include <mpi.h>
#include <stddef.h>

enum { N = 10, BLOCK = 4 };

int main(int argc, char **argv)
{
	int rank, row[N] = {0}, block[BLOCK];
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Send(row + 2 * BLOCK, N - 2 * BLOCK, MPI_INT, 1, 0, MPI_COMM_WORLD);
	else if (!MPI_Irecv(block, BLOCK, MPI_INT, 0, 0, MPI_COMM_WORLD, &request))
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
