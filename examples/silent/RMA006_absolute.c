// gomarmot: skip-openmpi it refuses the target displacement 0 in a dynamic window
// In a dynamic window, a target datatype of absolute addresses goes with the
// target displacement 0.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int rank, pair[2] = {1, 2}, *cells = calloc(6, sizeof *cells);
	MPI_Aint mine, theirs, steps[2] = {0, 4 * sizeof *cells}, places[2];
	MPI_Datatype absolute;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_attach(win, cells, 6 * sizeof *cells);
	MPI_Get_address(cells, &mine);
	MPI_Sendrecv(&mine, 1, MPI_AINT, 1 - rank, 0, &theirs, 1, MPI_AINT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	for (int i = 0; i < 2; i++)
		places[i] = MPI_Aint_add(theirs, steps[i]);
	MPI_Type_create_hindexed_block(2, 1, places, MPI_INT, &absolute);
	MPI_Type_commit(&absolute);

	MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
	MPI_Put(pair, 2, MPI_INT, 1 - rank, 0, 1, absolute, win);
	MPI_Win_fence(0, win);
	MPI_Get(pair, 2, MPI_INT, 1 - rank, 0, 1, absolute, win);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

	MPI_Type_free(&absolute);
	MPI_Win_detach(win, cells);
	MPI_Win_free(&win);
	free(cells);
	MPI_Finalize();
	return 0;
}
