// Rank 1 overwrites the block of rank 0 after a barrier behind the broadcast of the block.
// gomarmot: access=auto
// gomarmot: ranks=3
#include <mpi.h>
#include <stdio.h>

enum { N = 1000 };

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
	MPI_Bcast(rank == 0 ? mine : copy, N, MPI_INT, 0, MPI_COMM_WORLD);
	synchronize();
	if (rank == 1)
		for (int i = 0; i < N; i++)
			first[i] = 0;
	synchronize();
	printf("%d: %d\n", rank, first[N - 1] + copy[N - 1]);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
