// MPI_Cancel does not take MPI_REQUEST_NULL, although waits do.
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Request request = MPI_REQUEST_NULL;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Cancel(&request); // want REQ003 "MPI_Cancel of MPI_REQUEST_NULL"
	MPI_Finalize();
	return 0;
}
