// gomarmot: ranks=1
// The send goes to the rank itself.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv)
{
	int value = 3, received;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	memset(&request, 0x52, sizeof request);
	MPI_Isend(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, &request);
	MPI_Recv(&received, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
