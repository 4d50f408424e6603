// A long send is started again before it is complete. Open MPI begins a second operation
// with another handle: because of the second start, the first operation is never completed.
// gomarmot:skip-mpich it ends the program in the second start
#include <mpi.h>

enum { N = 200000 };

int main(int argc, char **argv)
{
	static int values[N];
	int rank;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Send_init(values, N, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		MPI_Start(&request);
		MPI_Start(&request); // want REQ002 "MPI_Start of the request of MPI_Send_init, which is active"
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Request_free(&request);
	} else if (rank == 1) {
		MPI_Recv(values, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Recv(values, N, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
