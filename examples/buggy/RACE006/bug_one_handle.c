// Open MPI and MPICH may give both sends, and both puts, requests with the same value, as the operations are complete
// at once inside of the MPI library. The program waits for one operation of two, and fills both buffers again.
// gomarmot: access=auto
#include <mpi.h>

static int inner, outer, left, right;

static void send(int other)
{
	MPI_Request requests[2];

	MPI_Isend(&inner, 1, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[0]);
	MPI_Isend(&outer, 1, MPI_INT, other, 1, MPI_COMM_WORLD, &requests[1]);
	MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
	outer = 3;
	inner = 4; // want RACE006 "^this store changes 4 bytes of buf of (the pending )?MPI_Isend"
	MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

static void receive(int other)
{
	int in[2];

	MPI_Recv(&in[0], 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Recv(&in[1], 1, MPI_INT, other, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void put(int other, MPI_Win win)
{
	MPI_Request requests[2];

	MPI_Rput(&left, 1, MPI_INT, other, 0, 1, MPI_INT, win, &requests[0]);
	MPI_Rput(&right, 1, MPI_INT, other, 1, 1, MPI_INT, win, &requests[1]);
	MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
	right = 5;
	left = 6; // want RACE006 "^this store changes 4 bytes of origin_addr of (the pending )?MPI_Rput"
	MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	int rank, *memory;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate_shared(2 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
	if (rank == 0)
		send(1);
	else if (rank == 1)
		receive(0);
	if (rank < 2) {
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
		put(1 - rank, win);
		MPI_Win_unlock(1 - rank, win);
	}
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
