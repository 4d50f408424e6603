// The target adds to a cell of its window in the fence epoch of a put to this cell.
// The addition is a load and a store on one line, and the store is the graver fault.
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
	else if (rank == 1)
		cells[50] += 1; // want RACE004 "^MPI_Put of rank 0 writes, and a store of rank 1 changes, the same 4 bytes of rank 1, from byte 200 of its window on: "
	MPI_Win_fence(0, win);
	printf("%d\n", cells[50]);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
