// gomarmot: ranks=2
// Calls name the buffer of a pending receive without accessing it: they pass count
// 0 or MPI_PROC_NULL, or the argument is not significant on the rank.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, peer;
	int values[4] = {0}, mine[4] = {0}, sums[8];
	MPI_Request request, none;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer = 1 - rank;
	MPI_Irecv(values, 4, MPI_INT, peer, 0, MPI_COMM_WORLD, &request);
	if (rank == 0)
		MPI_Send(values, 0, MPI_INT, peer, 1, MPI_COMM_WORLD);
	else
		MPI_Recv(values, 0, MPI_INT, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Irecv(values, 4, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &none);
	MPI_Wait(&none, MPI_STATUS_IGNORE);
	MPI_Sendrecv(mine, 1, MPI_INT, peer, 2, mine + 1, 1, MPI_INT, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, sums, 4, MPI_INT, MPI_COMM_WORLD);
	MPI_Gather(mine, 4, MPI_INT, rank == 0 ? sums : values, 4, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Reduce(mine, rank == 1 ? sums : values, 4, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
	if (rank == 0)
		MPI_Exscan(mine, values, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	else
		MPI_Exscan(mine, sums, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_Send(mine, 4, MPI_INT, peer, 0, MPI_COMM_WORLD);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
