// gomarmot: ranks=2
// A send that is cancelled, if MPI can; otherwise it is received. A receive that is
// cancelled takes nothing.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	int gone = 0, value = 1;
	MPI_Request request;
	MPI_Status status;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 3, MPI_COMM_WORLD, &request);
		MPI_Cancel(&request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Isend(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		MPI_Cancel(&request);
		MPI_Waitall(1, &request, &status);
		MPI_Test_cancelled(&status, &gone);
		MPI_Send(&gone, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
	} else {
		MPI_Recv(&gone, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		if (!gone)
			MPI_Recv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
