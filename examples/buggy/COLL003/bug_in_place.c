// gomarmot: ranks=3
// Only rank 0 reduces in place. Then only rank 1 gathers in place.
#include <mpi.h>

enum { RANKS = 3 };

int main(int argc, char **argv)
{
	int rank, sum, one = 1, all[RANKS] = {0};

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	sum = one;
	MPI_Allreduce(rank == 0 ? MPI_IN_PLACE : &one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // want COLL003 "MPI_Allreduce: rank 0 passes MPI_IN_PLACE, rank 1 does not"
	all[rank] = rank;
	MPI_Allgather(rank == 1 ? MPI_IN_PLACE : &rank, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD); // want COLL003 "MPI_Allgather: rank 1 passes MPI_IN_PLACE, rank 0 does not"
	MPI_Finalize();
	return 0;
}
