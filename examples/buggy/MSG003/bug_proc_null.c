// gomarmot: ranks=2
// The send count is -1 where the destination is MPI_PROC_NULL; MPI checks the count all the same.
#include <mpi.h>

enum { N = 10 };

int main(int argc, char **argv)
{
	int rank, row[N] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	int above = rank == 0 ? MPI_PROC_NULL : 0, below = rank == 0 ? 1 : MPI_PROC_NULL;
	int sent = below == MPI_PROC_NULL ? -1 : N;

	MPI_Sendrecv(row, sent, MPI_INT, below, 0, row, N, MPI_INT, above, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG003 "MPI_Sendrecv with send count -1"
	MPI_Finalize();
	return 0;
}
