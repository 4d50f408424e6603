// gomarmot: ranks=1
// The pointer to the sum is not set yet.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv)
{
	int value = 1, *sum = NULL;

	MPI_Init(&argc, &argv);
	MPI_Reduce_local(&value, sum, 1, MPI_INT, MPI_SUM); // want OBJ004 "MPI_Reduce_local with inoutbuf NULL, but data to move"
	MPI_Finalize();
	return 0;
}
