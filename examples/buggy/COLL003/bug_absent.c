// gomarmot: ranks=3 hang
// Ranks 0 and 1 reduce with different operations. Rank 2 waits for a message that rank 0 sends after the reduction.
#include <mpi.h>

int main(int argc, char **argv)
{
	double mine = 1, all = 0;
	int rank, done = 1;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 2)
		MPI_Recv(&done, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, rank == 0 ? MPI_SUM : MPI_MAX, MPI_COMM_WORLD); // want COLL003 "rank 0 gives the operation MPI_SUM, rank 1 gives MPI_MAX"
	if (rank == 0)
		MPI_Send(&done, 1, MPI_INT, 2, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
