// gomarmot: ranks=2
// Each message that is found is received.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, flag, value = 5;
	MPI_Message found, other;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
	} else {
		MPI_Mprobe(0, 0, MPI_COMM_WORLD, &found, &status);
		MPI_Improbe(0, 9, MPI_COMM_WORLD, &flag, &other, &status);
		if (flag)
			MPI_Mrecv(&value, 1, MPI_INT, &other, MPI_STATUS_IGNORE);
		MPI_Mrecv(&value, 1, MPI_INT, &found, MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
