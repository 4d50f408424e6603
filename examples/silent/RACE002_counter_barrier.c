// Ranks wait for each other at a counter, which the last of them sets to 0 before it lets the others go on.
// gomarmot: ranks=3
#include <mpi.h>

enum { counter = 0, release = 64 }; // cells of rank 0

static const long one = 1, zero = 0;
static MPI_Win win;

static void wait_for_all(long round, int size)
{
	long number, seen;

	MPI_Fetch_and_op(&one, &number, MPI_LONG, 0, counter, MPI_SUM, win);
	MPI_Win_flush(0, win);
	if (number == size - 1) {
		MPI_Accumulate(&zero, 1, MPI_LONG, 0, counter, 1, MPI_LONG, MPI_REPLACE, win);
		MPI_Win_flush(0, win);
		MPI_Accumulate(&one, 1, MPI_LONG, 0, release, 1, MPI_LONG, MPI_SUM, win);
		MPI_Win_flush(0, win);
	}
	do {
		MPI_Fetch_and_op(&one, &seen, MPI_LONG, 0, release, MPI_NO_OP, win);
		MPI_Win_flush(0, win);
	} while (seen < round);
}

int main(int argc, char **argv)
{
	long *memory;
	int rank, size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Win_allocate(2 * release * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
	MPI_Win_lock_all(0, win);
	memory[counter] = memory[release] = 0;
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	for (long round = 1; round <= 4; round++)
		wait_for_all(round, size);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
