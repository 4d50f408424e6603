// Rank 1 reads a flag in shared memory by an MPI call, waits until rank 0 has raised it, and sends from the block that rank 0
// has stored before.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { N = 100 };

static MPI_Win win;

static int read_by_call(const int *flag)
{
	int value;

	MPI_Sendrecv(flag, 1, MPI_INT, 0, 0, &value, 1, MPI_INT, 0, 0, MPI_COMM_SELF, MPI_STATUS_IGNORE);
	return value;
}

int main(int argc, char **argv)
{
	int rank, unit, *mine, *first, copy[N], last = 0;
	MPI_Aint size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate_shared((N + 1) * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
	MPI_Win_shared_query(win, 0, &size, &unit, &first);
	MPI_Win_lock_all(0, win);
	mine[N] = 0;
	mine[0] = rank;
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_sync(win);
	if (rank == 0) {
		usleep(20000);
		for (int i = 0; i < N; i++)
			mine[i] = i;
		MPI_Win_sync(win);
		mine[N] = 1;
		MPI_Win_sync(win);
	} else if (rank == 1) {
		while (!read_by_call(&first[N])) {
			usleep(1000);
			MPI_Win_sync(win);
		}
		MPI_Win_sync(win);
		MPI_Sendrecv(first, N, MPI_INT, 0, 1, copy, N, MPI_INT, 0, 1, MPI_COMM_SELF, MPI_STATUS_IGNORE);
		last = copy[N - 1];
	}
	MPI_Win_unlock_all(win);
	printf("%d: %d\n", rank, last);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
