// Four receives share one variable: the wait after the loop completes the last receive,
// and the handles of the others are lost.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, values[4] = {1, 2, 3, 4};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		for (int i = 0; i < 4; i++)
			MPI_Irecv(&values[i], 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request); // want REQ001 "3 requests of MPI_Irecv are never completed"
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else if (rank == 1) {
		for (int i = 0; i < 4; i++)
			MPI_Send(&values[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
