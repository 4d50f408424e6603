// The program waits for both operations before it fills the second buffer again, also where both requests have the same
// value.
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
	MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	inner = 4;
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
	MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
	left = 6;
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
