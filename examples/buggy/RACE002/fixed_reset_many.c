// gomarmot: ranks=3
// Rank 1 sets the counter to 0 between its numbers, then sends a message to rank 2, which draws numbers after that.
#include <mpi.h>
#include <stddef.h>

static long draw(MPI_Win win)
{
	const long one = 1;
	long number;

	MPI_Fetch_and_op(&one, &number, MPI_LONG, 0, 0, MPI_SUM, win);
	MPI_Win_flush(0, win);
	return number;
}

int main(int argc, char **argv)
{
	const long zero = 0;
	long *memory;
	int rank;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
	MPI_Win_lock_all(0, win);
	*memory = 0;
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 1) {
		draw(win);
		MPI_Accumulate(&zero, 1, MPI_LONG, 0, 0, 1, MPI_LONG, MPI_REPLACE, win);
		MPI_Win_flush(0, win);
		MPI_Send(NULL, 0, MPI_LONG, 2, 0, MPI_COMM_WORLD);
		draw(win);
	} else if (rank == 2) {
		MPI_Recv(NULL, 0, MPI_LONG, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		for (int i = 0; i < 5; i++)
			draw(win);
	}
	MPI_Win_unlock_all(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
