// gomarmot: ranks=2
// The origin buffer of MPI_Rget receives a message before the request of MPI_Rget is complete.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, *base, value = 0;
	MPI_Request request;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
	MPI_Rget(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win, &request);
	MPI_Sendrecv_replace(&value, 1, MPI_INT, 1 - rank, 0, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want RACE003 "MPI_Sendrecv_replace writes to 4 bytes of origin_addr of the pending MPI_Rget, which writes to them until its request is complete"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Win_unlock(1 - rank, win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
