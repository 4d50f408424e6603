// gomarmot: ranks=2
// The program uses each buffer again after MPI_Test, MPI_Waitany, MPI_Waitsome or
// MPI_Request_get_status reports its operation complete, while other operations are pending.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, peer;
	int values[4] = {0}, sent[4] = {0}, flag = 0, which, n, indices[4];
	MPI_Request requests[4];
	MPI_Status statuses[4];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer = 1 - rank;
	for (int i = 0; i < 4; i++) {
		MPI_Irecv(&values[i], 1, MPI_INT, peer, i, MPI_COMM_WORLD, &requests[i]);
		MPI_Send(&sent[i], 1, MPI_INT, peer, i, MPI_COMM_WORLD);
	}
	while (!flag)
		MPI_Test(&requests[0], &flag, MPI_STATUS_IGNORE);
	MPI_Allreduce(MPI_IN_PLACE, &values[0], 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	MPI_Waitany(4, requests, &which, MPI_STATUS_IGNORE);
	MPI_Reduce_local(&sent[0], &values[which], 1, MPI_INT, MPI_SUM);
	MPI_Waitsome(4, requests, &n, indices, statuses);
	for (int i = 0; i < n; i++)
		MPI_Reduce_local(&sent[0], &values[indices[i]], 1, MPI_INT, MPI_SUM);
	for (int i = 0; i < 4; i++) {
		if (requests[i] == MPI_REQUEST_NULL)
			continue;
		for (flag = 0; !flag;)
			MPI_Request_get_status(requests[i], &flag, MPI_STATUS_IGNORE);
		MPI_Reduce_local(&sent[0], &values[i], 1, MPI_INT, MPI_SUM);
		MPI_Wait(&requests[i], MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
