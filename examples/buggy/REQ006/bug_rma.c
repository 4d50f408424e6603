// The request of MPI_Rput is cancelled.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, value = 42, *cell;
	MPI_Request request;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &win);
	MPI_Win_lock(MPI_LOCK_SHARED, rank, 0, win);
	MPI_Rput(&value, 1, MPI_INT, rank, 0, 1, MPI_INT, win, &request);
	MPI_Cancel(&request); // want REQ006 "MPI_Cancel of the request of MPI_Rput, which cannot be cancelled"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Win_unlock(rank, win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
