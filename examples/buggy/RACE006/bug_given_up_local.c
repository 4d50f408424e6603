// The function returns while MPI may still send its local variable: MPI_Request_free only gives up the request.
#include <mpi.h>

static void tell(int *count)
{
	int values[40000];
	MPI_Request request;

	values[0] = values[39999] = ++*count;
	MPI_Isend(values, 40000, MPI_INT, 1, 0, MPI_COMM_WORLD, &request); // want RACE006 "buf of MPI_Isend is a local variable of a function that returned before anything could tell the rank that the operation is complete"
	MPI_Request_free(&request);
}

int main(int argc, char **argv)
{
	int rank, count = 0;
	static int in[40000];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		tell(&count);
	if (rank == 1)
		MPI_Recv(in, 40000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
