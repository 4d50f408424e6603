// Rank 0 frees the request of an active send; the answer of rank 1 shows that the send is complete.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3, answer = 0;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		MPI_Request_free(&request);
		MPI_Recv(&answer, 1, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	} else if (rank == 1) {
		MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Send(&value, 1, MPI_INT, 0, 1, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
