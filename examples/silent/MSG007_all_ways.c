// gomarmot: ranks=2
// Every message is received, in different ways: by a late receive, by wildcards,
// through a persistent request, by a matched probe, or as one of several requests that
// MPI_Waitany and MPI_Waitsome complete. Each rank also sends a message to itself.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	MPI_Status statuses[4];
	int in[4] = {0}, out = 1, index, done = 0, where[4], flag = 0;
	MPI_Request requests[4];
	MPI_Message message;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Sendrecv(&out, 1, MPI_INT, rank, 7, in, 1, MPI_INT, rank, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (rank == 0) {
		for (int i = 0; i < 10; i++)
			MPI_Send(&out, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
	} else {
		for (int i = 0; i < 4; i++)
			MPI_Irecv(&in[i], 1, MPI_INT, i == 1 ? MPI_ANY_SOURCE : 0, i == 2 ? MPI_ANY_TAG : 0, MPI_COMM_WORLD, &requests[i]);
		MPI_Waitany(4, requests, &index, MPI_STATUS_IGNORE);
		for (int left = 3, n; left > 0; left -= n)
			MPI_Waitsome(4, requests, &n, where, statuses);
		MPI_Recv_init(in, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, requests);
		for (int i = 0; i < 2; i++) {
			MPI_Start(requests);
			while (!done)
				MPI_Test(requests, &done, MPI_STATUS_IGNORE);
			done = 0;
		}
		MPI_Request_free(requests);
		while (!flag)
			MPI_Improbe(0, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, &message, MPI_STATUS_IGNORE);
		MPI_Imrecv(in, 1, MPI_INT, &message, requests);
		MPI_Irecv(in + 1, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, requests + 1);
		MPI_Waitall(2, requests, statuses);
		for (int i = 0; i < 2; i++)
			MPI_Recv(in, 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
