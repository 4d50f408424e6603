/* Tests for completion that find nothing a thousand times, and then something. */
#include <mpi.h>

enum { POLLS = 1000 };

static void poll_requests(int rank)
{
	MPI_Request request[2];
	int got, flag, found, index[2];

	MPI_Irecv(&got, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request[0]);
	for (int i = 0; i < POLLS; i++)
		MPI_Test(&request[0], &flag, MPI_STATUS_IGNORE);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Isend(&rank, 1, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request[1]);
	for (int done = 0; done < 2; done += found) {
		MPI_Testsome(2, request, &found, index, MPI_STATUSES_IGNORE);
		found = found > 0 ? found : 0;
	}
}

static void poll_window(int rank)
{
	MPI_Group world, other;
	MPI_Win win;
	int peer = 1 - rank, flag = 0, *base;

	MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Comm_group(MPI_COMM_WORLD, &world);
	MPI_Group_incl(world, 1, &peer, &other);
	if (rank == 0) {
		MPI_Win_post(other, 0, win);
		for (int i = 0; i < POLLS; i++)
			MPI_Win_test(win, &flag);
		MPI_Send(&flag, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
		while (!flag)
			MPI_Win_test(win, &flag);
	} else {
		MPI_Recv(&flag, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Win_start(other, 0, win);
		MPI_Put(&rank, 1, MPI_INT, 0, 0, 1, MPI_INT, win);
		MPI_Win_complete(win);
	}
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < POLLS; i++)
		MPI_Win_sync(win);
	MPI_Win_unlock_all(win);
	MPI_Group_free(&world);
	MPI_Group_free(&other);
	MPI_Win_free(&win);
}

int main(int argc, char **argv)
{
	MPI_Request request;
	MPI_File file;
	int rank;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_File_open(MPI_COMM_SELF, rank ? "poll1" : "poll0",
		MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &file);
	MPI_File_iwrite(file, &rank, 1, MPI_INT, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_File_close(&file);
	poll_requests(rank);
	poll_window(rank);
	MPI_Finalize();
	return 0;
}
