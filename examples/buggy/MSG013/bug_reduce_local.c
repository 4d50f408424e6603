// gomarmot: ranks=1
// The input buffer and the input-output buffer of MPI_Reduce_local overlap by two elements.
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv)
{
	int sums[2 * N] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Reduce_local(sums, sums + N - 2, N, MPI_INT, MPI_SUM); // want MSG013 "MPI_Reduce_local writes inoutbuf, 8 bytes of which are also in inbuf"
	MPI_Finalize();
	return 0;
}
