// Rank 0 sends nothing, and waits for a request that was never set.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 3;
	static MPI_Request request;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 1)
		MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 0, MPI_COMM_WORLD, &request);
	MPI_Waitall(1, &request, &status); // want REQ003 "MPI_Waitall on an invalid request handle"
	MPI_Finalize();
	return 0;
}
