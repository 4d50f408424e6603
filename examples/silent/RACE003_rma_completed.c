// gomarmot: ranks=2
// Each kind of synchronization, and a wait for a request, completes RMA operations before
// the program uses their buffers again; a flush completes the operations to its target only.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, peer;
	int value = 0, other = 0, *base;
	MPI_Group world, group;
	MPI_Request request;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer = 1 - rank;
	MPI_Win_allocate(4 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
	MPI_Get(&value, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
	MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);

	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_incl(world, 1, &peer, &group);
	MPI_Win_post(group, 0, win);
	MPI_Win_start(group, 0, win);
	MPI_Get(&value, 1, MPI_INT, peer, 1, 1, MPI_INT, win);
	MPI_Win_complete(win);
	MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Win_wait(win);
	MPI_Group_free(&group);
	MPI_Group_free(&world);
	MPI_Barrier(MPI_COMM_WORLD);

	MPI_Win_lock_all(0, win);
	MPI_Get(&value, 1, MPI_INT, peer, 2, 1, MPI_INT, win);
	MPI_Get(&other, 1, MPI_INT, rank, 2, 1, MPI_INT, win);
	MPI_Win_flush_local(peer, win);
	MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Win_flush_all(win);
	MPI_Bcast(&other, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Rget(&value, 1, MPI_INT, peer, 2, 1, MPI_INT, win, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Rget(&value, 1, MPI_INT, peer, 2, 1, MPI_INT, win, &request);
	MPI_Win_flush(peer, win);
	MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Win_unlock_all(win);

	MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
	MPI_Get(&value, 1, MPI_INT, peer, 3, 1, MPI_INT, win);
	MPI_Win_unlock(peer, win);
	MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
