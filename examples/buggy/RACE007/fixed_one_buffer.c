// One rank of the node receives the data into the shared block, and the other ranks read the block after a barrier.
// gomarmot: access=auto ranks=3
#include <mpi.h>
#include <stdio.h>

enum { N = 100 };

int main(int argc, char **argv)
{
	int rank, unit, own[N], *block;
	MPI_Aint size;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate_shared(rank == 0 ? N * sizeof *block : 0, sizeof *block, MPI_INFO_NULL, MPI_COMM_WORLD, &block, &win);
	MPI_Win_shared_query(win, 0, &size, &unit, &block);
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < N; i++)
		own[i] = rank + i;
	MPI_Reduce(own, rank == 0 ? block : NULL, N, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_sync(win);
	printf("%d: %d\n", rank, block[N - 1]);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
