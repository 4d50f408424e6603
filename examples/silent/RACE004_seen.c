// The owner of a counter loads it, and gets it, once it has fetched the value that the last rank has left.
// gomarmot: access=auto ranks=3
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

static MPI_Win win;

/* Adds to one of rank 0's counters, and returns its old value. */
static long add(int counter, long n)
{
	long old;

	MPI_Fetch_and_op(&n, &old, MPI_LONG, 0, counter, MPI_SUM, win);
	MPI_Win_flush(0, win);
	return old;
}

int main(int argc, char **argv)
{
	int rank;
	long *counters, count;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(2 * sizeof *counters, sizeof *counters, MPI_INFO_NULL, MPI_COMM_WORLD, &counters, &win);
	MPI_Win_lock_all(0, win);
	counters[0] = counters[1] = 0;
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank > 0) {
		add(0, 1);
	} else {
		while (add(0, 0) < 2)
			usleep(200);
		MPI_Win_sync(win);
		MPI_Get(&count, 1, MPI_LONG, 0, 0, 1, MPI_LONG, win);
		MPI_Win_flush(0, win);
		printf("%ld %ld\n", counters[0], count);
	}
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
