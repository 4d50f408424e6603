// gomarmot: ranks=1
// MPI_Grequest_complete is given the request of a receive.
#include <mpi.h>

int main(int argc, char **argv)
{
	int value, sent = 3;
	MPI_Request receive;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Irecv(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &receive);
	MPI_Grequest_complete(receive); // want REQ003 "MPI_Grequest_complete of the request of MPI_Irecv, which is not a generalized request"
	MPI_Send(&sent, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	MPI_Wait(&receive, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
