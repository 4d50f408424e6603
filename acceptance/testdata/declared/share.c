#include <mpi.h>

void share(void)
{
	long sizes[4] = {0};

	MPI_Bcast(sizes, 4, MPI_INT, 0, MPI_COMM_WORLD);
}
