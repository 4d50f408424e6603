// Each rank stores to its row again while its neighbor may still read the row: a barrier after the loads is
// missing. The rows are contiguous, so a rank reaches the row of its neighbor without MPI_Win_shared_query.
// gomarmot: access=auto
// gomarmot: ranks=3
#include <mpi.h>
#include <stdio.h>

enum { N = 64 };

int main(int argc, char **argv)
{
	int rank, size;
	double *row, sum = 0;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Win_allocate_shared(N * sizeof *row, sizeof *row, MPI_INFO_NULL, MPI_COMM_WORLD, &row, &win);
	MPI_Win_lock_all(MPI_MODE_NOCHECK, win);
	for (int step = 0; step < 4; step++) {
		for (int i = 0; i < N; i++)
			row[i] = step + i; // want RACE007 "the same 512 bytes of the shared memory of rank [01], from byte 0 of its window on: neither rank waits for the other between the two accesses"
		MPI_Win_sync(win);
		MPI_Barrier(MPI_COMM_WORLD);
		MPI_Win_sync(win);
		if (rank > 0)
			for (int i = 0; i < N; i++)
				sum += row[i - N];
	}
	MPI_Win_unlock_all(win);
	printf("%d: %g\n", rank, sum);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
