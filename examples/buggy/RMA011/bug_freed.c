// The program frees the request of MPI_Rput, and relies on a flush to complete the put.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 42, *cell;
	MPI_Request request;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
	MPI_Win_lock_all(0, win);
	MPI_Rput(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &request); // want RMA011 "passed to MPI_Request_free"
	MPI_Request_free(&request);
	MPI_Win_flush_all(win);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
