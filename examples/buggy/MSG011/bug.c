// gomarmot: ranks=2
// One message is found and never received; and there is not always one to receive.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, flag, value = 5;
	MPI_Message found, other = MPI_MESSAGE_NULL;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Send(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
	} else {
		MPI_Mprobe(0, 0, MPI_COMM_WORLD, &found, &status); // want MSG011 "the message that MPI_Mprobe has found is never received"
		MPI_Improbe(0, 9, MPI_COMM_WORLD, &flag, &other, &status);
		if (!flag)
			other = MPI_MESSAGE_NULL;
		MPI_Mrecv(&value, 1, MPI_INT, &other, MPI_STATUS_IGNORE); // want MSG011 "MPI_Mrecv of MPI_MESSAGE_NULL"
	}
	MPI_Finalize();
	return 0;
}
