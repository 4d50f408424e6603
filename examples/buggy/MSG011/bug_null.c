// gomarmot: ranks=1
// The program does not ask whether there is a message.
#include <mpi.h>

int main(int argc, char **argv)
{
	int flag, value = 5;
	MPI_Message found = MPI_MESSAGE_NULL;
	MPI_Status status;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Improbe(0, 9, MPI_COMM_WORLD, &flag, &found, &status);
	MPI_Mrecv(&value, 1, MPI_INT, &found, MPI_STATUS_IGNORE); // want MSG011 "MPI_Mrecv of MPI_MESSAGE_NULL"
	MPI_Finalize();
	return 0;
}
