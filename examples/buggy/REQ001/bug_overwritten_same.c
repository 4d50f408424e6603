// One variable holds the request of each send; the MPI library may give both the same handle value.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3, got[2];
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		for (int i = 0; i < 2; i++)
			MPI_Isend(&value, 1, MPI_INT, 1, i, MPI_COMM_WORLD, &request); // want REQ001 "the operation of MPI_Isend is never completed"
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else if (rank == 1) {
		for (int i = 0; i < 2; i++)
			MPI_Recv(&got[i], 1, MPI_INT, 0, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
