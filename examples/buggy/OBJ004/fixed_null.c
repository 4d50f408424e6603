// gomarmot: ranks=1
// There is a variable for the sum.
#include <mpi.h>

int main(int argc, char **argv)
{
	int value = 1, sum = 2;

	MPI_Init(&argc, &argv);
	MPI_Reduce_local(&value, &sum, 1, MPI_INT, MPI_SUM);
	MPI_Finalize();
	return 0;
}
