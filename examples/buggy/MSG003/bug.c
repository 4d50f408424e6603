// gomarmot: ranks=2
// Rank 0 subtracts the wrong way round, so the length of the last block is negative.
// Rank 1 receives into a pointer that is NULL.
#include <mpi.h>
#include <stddef.h>

enum { N = 10, BLOCK = 4 };

int main(int argc, char **argv)
{
	int rank, row[N] = {0}, *block = NULL;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Send(row + 2 * BLOCK, 2 * BLOCK - N, MPI_INT, 1, 0, MPI_COMM_WORLD); // want MSG003 "MPI_Send with count -2"
	else if (!MPI_Irecv(block, BLOCK, MPI_INT, 0, 1, MPI_COMM_WORLD, &request)) { // want MSG003 "MPI_Irecv of 4 MPI_INT with the buffer NULL"
		MPI_Cancel(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
