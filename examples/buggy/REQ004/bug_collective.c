// The request of a nonblocking barrier is freed: nothing says when all ranks have entered the barrier.
#include <mpi.h>

int main(int argc, char **argv)
{
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Ibarrier(MPI_COMM_WORLD, &request);
	MPI_Request_free(&request); // want REQ004 "MPI_Request_free of the request of MPI_Ibarrier, a nonblocking collective operation"
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
