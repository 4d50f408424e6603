// gomarmot: ranks=3
// Rank 1 draws numbers and sets the counter to 0 between them; rank 2 draws a number without waiting for that.
#include <mpi.h>

static void pause_for(double seconds)
{
	const double begin = MPI_Wtime();
	int found;

	while (MPI_Wtime() - begin < seconds)
		MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
}

static long draw(MPI_Win win)
{
	const long one = 1;
	long number;

	MPI_Fetch_and_op(&one, &number, MPI_LONG, 0, 0, MPI_SUM, win); // want RACE001 "MPI_(Put of rank 1 and MPI_Fetch_and_op of rank 2|Fetch_and_op of rank 2 and MPI_Put of rank 1) reach the same 8 bytes"
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
		MPI_Put(&zero, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
		MPI_Win_flush(0, win);
		draw(win);
	} else if (rank == 2) {
		pause_for(0.2);
		draw(win);
	}
	MPI_Win_unlock_all(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
