// gomarmot: ranks=3
// All ranks add up in place, and gather in place.
#include <mpi.h>

enum { RANKS = 3 };

int main(int argc, char **argv)
{
	int rank, sum, all[RANKS] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	sum = 1;
	MPI_Allreduce(MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	all[rank] = rank;
	MPI_Allgather(MPI_IN_PLACE, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
