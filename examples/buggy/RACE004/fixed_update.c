// The target adds to the cell when a fence has completed the put.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

enum { N = 100 };

int main(int argc, char **argv)
{
	int rank, *cells, value = 3;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
	for (int i = 0; i < N; i++)
		cells[i] = i;
	MPI_Win_fence(0, win);
	if (rank == 0)
		MPI_Put(&value, 1, MPI_INT, 1, 50, 1, MPI_INT, win);
	MPI_Win_fence(0, win);
	if (rank == 1)
		cells[50] += 1;
	MPI_Win_fence(0, win);
	printf("%d\n", cells[50]);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
