// Ranks signal by plain flags in shared memory and MPI_Win_sync that they have stored or read their rows. The flags lie
// 64 bytes apart, so the flags of all ranks span several cache lines.
// gomarmot: access=auto
// gomarmot: ranks=3
#include <mpi.h>
#include <stdio.h>

enum { N = 64, APART = 16, STEPS = 3 };

static MPI_Win win;
static volatile int *flags;
static int rank, size;

static void tell(int what)
{
	MPI_Win_sync(win);
	flags[rank * APART] = what;
	MPI_Win_sync(win);
}

static int all_have_told(int what)
{
	int told = 1, flag;

	for (int r = 0; r < size; r++)
		told &= flags[r * APART] >= what;
	MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &flag, MPI_STATUS_IGNORE);
	MPI_Win_sync(win);
	return told;
}

int main(int argc, char **argv)
{
	double *memory, *rows, sum = 0;
	int unit;
	MPI_Aint bytes;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	bytes = rank ? 0 : (MPI_Aint)(size * (N * sizeof *rows + APART * sizeof *flags));
	MPI_Win_allocate_shared(bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
	MPI_Win_shared_query(win, 0, &bytes, &unit, &memory);
	rows = memory;
	flags = (volatile int *)(memory + size * N);
	MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
	if (rank == 0)
		for (int r = 0; r < size; r++)
			flags[r * APART] = 0;
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_sync(win);
	for (int step = 1; step <= STEPS; step++) {
		for (int i = 0; i < N; i++)
			rows[rank * N + i] = step * i;
		tell(2 * step - 1);
		while (!all_have_told(2 * step - 1))
			;
		for (int i = 0; i < N; i++)
			sum += rows[(rank + 1) % size * N + i];
		tell(2 * step);
		while (!all_have_told(2 * step))
			;
	}
	MPI_Win_unlock_all(win);
	printf("%d: %g\n", rank, sum);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
