// The datatype is committed, and the program loads and stores after the calls are complete.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	int rank, values[4] = {0}, *cells;
	MPI_Datatype pair;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
	MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
	MPI_Type_contiguous(2, MPI_INT, &pair);
	MPI_Type_commit(&pair);

	MPI_Win_fence(0, win);
	if (rank == 1)
		MPI_Put(values, 1, pair, 0, 0, 2, MPI_INT, win);
	MPI_Win_fence(0, win);
	if (rank == 0)
		cells[0] = 7;
	MPI_Win_fence(0, win);
	if (rank == 1)
		MPI_Get(values, 2, MPI_INT, 0, 0, 1, pair, win);
	MPI_Win_fence(0, win);
	if (rank == 1) {
		values[0] = 3;
		printf("%d\n", values[0] + values[1]);
	}

	MPI_Type_free(&pair);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
