// The target datatype has the absolute addresses of two cells.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int rank, pair[2] = {1, 2}, *cells = calloc(6, sizeof *cells);
	MPI_Aint mine, theirs, places[2];
	MPI_Datatype absolute;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_attach(win, cells, 6 * sizeof *cells);
	MPI_Get_address(cells, &mine);
	MPI_Sendrecv(&mine, 1, MPI_AINT, 1 - rank, 0, &theirs, 1, MPI_AINT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	places[0] = MPI_Aint_add(theirs, sizeof *cells);
	places[1] = MPI_Aint_add(theirs, 4 * sizeof *cells);
	MPI_Type_create_hindexed_block(2, 1, places, MPI_INT, &absolute);
	MPI_Type_commit(&absolute);

	MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
	if (rank == 0)
		MPI_Put(pair, 2, MPI_INT, 1, 0, 1, absolute, win);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

	MPI_Type_free(&absolute);
	MPI_Win_detach(win, cells);
	MPI_Win_free(&win);
	free(cells);
	MPI_Finalize();
	return 0;
}
