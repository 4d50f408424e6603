// gomarmot: ranks=3
// The rank that draws the last number sets the counter to 0: all other ranks have drawn theirs.
#include <mpi.h>

int main(int argc, char **argv)
{
	const long one = 1, zero = 0;
	long *memory, number;
	int rank, size;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
	MPI_Win_lock_all(0, win);
	*memory = 0;
	MPI_Win_sync(win);
	for (int round = 0; round < 3; round++) {
		MPI_Barrier(MPI_COMM_WORLD);
		MPI_Fetch_and_op(&one, &number, MPI_LONG, 0, 0, MPI_SUM, win);
		MPI_Win_flush(0, win);
		if (number == size - 1) {
			MPI_Accumulate(&zero, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_REPLACE, win);
			MPI_Win_flush(0, win);
		}
	}
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
