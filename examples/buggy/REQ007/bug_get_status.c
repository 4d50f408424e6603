// gomarmot: ranks=2
// Each round polls its receive with MPI_Request_get_status until the message is there, and never frees the request.
#include <mpi.h>

enum { ROUNDS = 3 };

int main(int argc, char **argv)
{
	int rank, mine = 1, other, there;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	for (int i = 0; i < ROUNDS; i++) {
		MPI_Irecv(&other, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request); // want REQ007 "^3 requests of MPI_Irecv are never freed: MPI_Request_get_status, which found them complete"
		MPI_Send(&mine, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD);
		for (there = 0; !there;)
			MPI_Request_get_status(request, &there, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
