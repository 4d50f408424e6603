// gomarmot: ranks=2
// Origin and result buffers lie in the rank's own window, apart from the target
// bytes; MPI_NO_OP does not read its origin buffer.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	int *base;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(8 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
	MPI_Accumulate(&base[0], 2, MPI_INT, rank, 2, 2, MPI_INT, MPI_SUM, win);
	MPI_Accumulate(&base[0], 2, MPI_INT, rank, 2, 2, MPI_INT, MPI_SUM, win);
	MPI_Get(&base[4], 2, MPI_INT, rank, 0, 2, MPI_INT, win);
	MPI_Fetch_and_op(&base[4], &base[6], MPI_INT, rank, 7, MPI_NO_OP, win);
	MPI_Win_unlock(rank, win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
