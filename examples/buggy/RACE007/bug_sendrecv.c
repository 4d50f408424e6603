// Rank 1 sends from the block of rank 0 in shared memory while rank 0 clears that: no barrier lies between the two.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

enum { N = 100 };

static MPI_Win win;

static void synchronize(void)
{
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_sync(win);
}

int main(int argc, char **argv)
{
	int rank, unit, *mine, *first, copy[N];
	MPI_Aint size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate_shared(N * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
	MPI_Win_shared_query(win, 0, &size, &unit, &first);
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < N; i++)
		mine[i] = rank + i;
	synchronize();
	if (rank == 1)
		MPI_Sendrecv(first, N, MPI_INT, 1, 0, copy, N, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want RACE007 "^(MPI_Sendrecv of rank 1 loads, and a store of rank 0 changes|a store of rank 0 changes, and MPI_Sendrecv of rank 1 loads), the same .* of the shared memory of rank 0.*: neither rank waits for the other between the two accesses"
	if (rank == 0)
		for (int i = 0; i < N; i++)
			mine[i] = 0;
	synchronize();
	if (rank == 1)
		printf("%d %d\n", copy[N - 1], first[N - 1]);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
