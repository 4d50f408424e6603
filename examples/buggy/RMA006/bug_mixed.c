// The target datatype has the absolute address of one cell, and the displacement of
// another cell from the first cell.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int rank, pair[2] = {1, 2}, *cells = calloc(6, sizeof *cells);
	MPI_Aint mine, theirs, places[2];
	MPI_Datatype mixed;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
	MPI_Win_attach(win, cells, 6 * sizeof *cells);
	MPI_Get_address(cells, &mine);
	MPI_Sendrecv(&mine, 1, MPI_AINT, 1 - rank, 0, &theirs, 1, MPI_AINT, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	places[0] = sizeof *cells;
	places[1] = MPI_Aint_add(theirs, 4 * sizeof *cells);
	MPI_Type_create_hindexed_block(2, 1, places, MPI_INT, &mixed);
	MPI_Type_commit(&mixed);

	MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
	if (rank == 0)
		MPI_Put(pair, 2, MPI_INT, 1, 0, 1, mixed, win); // want RMA006 "MPI_Put accesses 4 bytes at address 0x4 of rank 1: the target datatype has absolute addresses and displacements from a buffer mixed, which are all added to the target displacement"
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

	MPI_Type_free(&mixed);
	MPI_Win_detach(win, cells);
	MPI_Win_free(&win);
	free(cells);
	MPI_Finalize();
	return 0;
}
