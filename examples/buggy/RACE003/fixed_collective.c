// gomarmot: ranks=2
// The sum is passed on when MPI_Iallreduce is complete, and MPI_Ibcast has a buffer of
// its own.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, mine, sum, all[2] = {0};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	mine = rank;
	MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Allgather(&sum, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Ibcast(&mine, 1, MPI_INT, 0, MPI_COMM_SELF, &request);
	MPI_Bcast(&sum, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
