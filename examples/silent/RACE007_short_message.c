// Messages end before the buffers that receive them: another rank stores behind the received data.
// gomarmot: access=auto
// gomarmot: ranks=3
#include <mpi.h>
#include <stdio.h>

enum { SENT = 16, ROOM = 64 };

int main(int argc, char **argv)
{
	int rank, unit, *mine, *first, data[SENT] = {0};
	MPI_Aint size;
	MPI_Win win;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate_shared(2 * ROOM * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
	MPI_Win_shared_query(win, 0, &size, &unit, &first);
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < 2 * ROOM; i++)
		mine[i] = 0;
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_sync(win);
	if (rank == 0) {
		for (int i = SENT; i < ROOM; i++)
			mine[i] = mine[ROOM + i] = i;
	} else if (rank == 1) {
		MPI_Send(data, SENT, MPI_INT, 2, 0, MPI_COMM_WORLD);
		MPI_Send(data, SENT, MPI_INT, 2, 1, MPI_COMM_WORLD);
		MPI_Send(data, 0, MPI_INT, 2, 2, MPI_COMM_WORLD);
		for (int i = 0; i < ROOM; i++)
			mine[i] = i;
	} else {
		MPI_Recv(first, ROOM, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Irecv(&first[ROOM], ROOM, MPI_INT, 1, 1, MPI_COMM_WORLD, &request);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		MPI_Recv(&first[SENT], 4 * ROOM, MPI_INT, 1, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_sync(win);
	printf("%d: %d %d\n", rank, first[SENT - 1], first[SENT]);
	MPI_Win_unlock_all(win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
