// gomarmot: ranks=1
// The partial sums are combined in buffers that lie side by side.
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv)
{
	int sums[2 * N] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Reduce_local(sums, sums + N, N, MPI_INT, MPI_SUM);
	MPI_Finalize();
	return 0;
}
