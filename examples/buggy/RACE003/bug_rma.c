// gomarmot: ranks=2
// MPI_Put sends the result of MPI_Get, and MPI_Sendrecv sends the result of
// MPI_Fetch_and_op, before the result is complete.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, *base, value = 0, before = 0, got, one = 1;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(4 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
	MPI_Get(&value, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
	MPI_Put(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win); // want RACE003 "MPI_Put reads 4 bytes of origin_addr of the pending MPI_Get, which writes to them until the next fence"
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

	MPI_Win_lock_all(0, win);
	MPI_Fetch_and_op(&one, &before, MPI_INT, 1 - rank, 2, MPI_SUM, win);
	MPI_Sendrecv(&before, 1, MPI_INT, 1 - rank, 0, &got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want RACE003 "MPI_Sendrecv reads 4 bytes of result_addr of the pending MPI_Fetch_and_op, which writes to them until a flush or unlock"
	MPI_Win_flush_local(1 - rank, win);
	MPI_Accumulate(&one, 1, MPI_INT, 1 - rank, 3, 1, MPI_INT, MPI_SUM, win);
	MPI_Bcast(&one, 1, MPI_INT, 0, MPI_COMM_WORLD); // want RACE003 "MPI_Bcast writes to 4 bytes of origin_addr of the pending MPI_Accumulate, which reads them"
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
