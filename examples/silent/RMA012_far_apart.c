// Datatypes with large displacements that are right: absolute addresses with
// MPI_BOTTOM in puts, gets and accumulates, displacements between variables
// that are far apart, and a large extent. With a count of 0, and with
// MPI_PROC_NULL, the address does not matter.
#include <mpi.h>
#include <stdlib.h>

static int near[2] = {1, 2};

static MPI_Datatype pairs(int n, MPI_Aint *displacements)
{
	MPI_Datatype type;

	MPI_Type_create_hindexed_block(n, 2, displacements, MPI_INT, &type);
	MPI_Type_commit(&type);
	return type;
}

int main(int argc, char **argv)
{
	int rank, local[2] = {3, 4}, *heap = calloc(2, sizeof *heap), got[6], *cells;
	MPI_Aint places[3], at;
	MPI_Datatype absolute, relative, result, wide;
	MPI_Request request;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(8 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
	MPI_Get_address(near, &places[0]);
	MPI_Get_address(heap, &places[1]);
	MPI_Get_address(local, &places[2]);
	absolute = pairs(3, places);
	at = places[0];
	for (int i = 0; i < 3; i++)
		places[i] = MPI_Aint_diff(places[i], at);
	relative = pairs(3, places);
	for (int i = 0; i < 3; i++)
		MPI_Get_address(&got[2 * i], &places[i]);
	result = pairs(3, places);
	MPI_Type_create_resized(MPI_INT, 0, (MPI_Aint)1 << 44, &wide);
	MPI_Type_commit(&wide);

	MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
	MPI_Put(MPI_BOTTOM, 1, absolute, 1 - rank, 0, 6, MPI_INT, win);
	MPI_Put(local, 1, wide, 1 - rank, 6, 1, wide, win);
	MPI_Win_fence(0, win);
	MPI_Put(near, 1, relative, 1 - rank, 0, 6, MPI_INT, win);
	MPI_Put(near, 0, absolute, 1 - rank, 0, 0, MPI_INT, win);
	MPI_Put(near, 1, absolute, MPI_PROC_NULL, 0, 6, MPI_INT, win);
	MPI_Win_fence(0, win);
	MPI_Accumulate(MPI_BOTTOM, 1, absolute, 1 - rank, 0, 6, MPI_INT, MPI_SUM, win);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

	MPI_Win_lock(MPI_LOCK_SHARED, 1 - rank, 0, win);
	MPI_Get(MPI_BOTTOM, 1, result, 1 - rank, 0, 6, MPI_INT, win);
	MPI_Win_flush(1 - rank, win);
	MPI_Rget(MPI_BOTTOM, 1, result, 1 - rank, 0, 6, MPI_INT, win, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Get_accumulate(near, 1, absolute, MPI_BOTTOM, 1, result, 1 - rank, 0, 6, MPI_INT, MPI_NO_OP, win);
	MPI_Win_unlock(1 - rank, win);
	if (got[0] != 2 || got[5] != 8)
		abort();

	MPI_Type_free(&wide);
	MPI_Type_free(&result);
	MPI_Type_free(&relative);
	MPI_Type_free(&absolute);
	MPI_Win_free(&win);
	free(heap);
	MPI_Finalize();
	return 0;
}
