// The nonblocking barrier is cancelled, which no collective operation allows.
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Ibarrier(MPI_COMM_WORLD, &request);
	MPI_Cancel(&request); // want REQ006 "MPI_Cancel of the request of MPI_Ibarrier, which cannot be cancelled"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
