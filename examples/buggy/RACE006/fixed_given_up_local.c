// The function returns after a barrier, which rank 1 enters after its receive: the local variable has been sent.
#include <mpi.h>

static void tell(int *count)
{
	int values[40000];
	MPI_Request request;

	values[0] = values[39999] = ++*count;
	MPI_Isend(values, 40000, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
	MPI_Request_free(&request);
	MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
	int rank, count = 0;
	static int in[40000];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		tell(&count);
	} else {
		if (rank == 1)
			MPI_Recv(in, 40000, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Barrier(MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
