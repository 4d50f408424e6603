// gomarmot: access=auto
// Rank 0 frees the request of its send, and stores to the buffer again: nothing says that the send is complete.
#include <mpi.h>

static int values[40000];

int main(int argc, char **argv)
{
	int rank, round;
	static int in[40000];
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (round = 0; round < 2; round++)
		if (rank == 0) {
			values[39999] = round; // want RACE006 "changes 4 bytes, from byte 159996 on, of buf of the pending MPI_Isend, which reads them until it is complete"
			MPI_Isend(values, 40000, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
			MPI_Request_free(&request);
		} else if (rank == 1)
			MPI_Recv(in, 40000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
