// gomarmot: ranks=1
// The send to a rank that does not exist is refused: that the handle is not a request follows.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
	int value = 3;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	memset(&request, 0x52, sizeof request);
	MPI_Isend(&value, 1, MPI_INT, 99, 0, MPI_COMM_WORLD, &request); // want MSG001 "MPI_Isend to rank 99 of MPI_COMM_WORLD"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
