// Operations whose requests may have the same value: the program uses as many of their buffers as are complete.
// gomarmot: access=auto
#include <mpi.h>

enum { count = 4 };

static int values[count];
static int other;
static MPI_Win win;

static void receive(void)
{
	int in;

	for (int i = 0; i < count; i++)
		MPI_Recv(&in, 1, MPI_INT, other, i, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

static void send(MPI_Request *requests)
{
	for (int i = 0; i < count; i++) {
		values[i] = i;
		MPI_Isend(&values[i], 1, MPI_INT, other, i, MPI_COMM_WORLD, &requests[i]);
	}
}

// Each call completes one or some of the requests, and the program fills their buffers again.
static void complete(void)
{
	MPI_Request requests[count];
	int which, some, done[count], flag = 0;

	send(requests);
	MPI_Waitany(count, requests, &which, MPI_STATUS_IGNORE);
	values[which] = 7;
	while (!flag)
		MPI_Testany(count, requests, &which, &flag, MPI_STATUS_IGNORE);
	values[which] = 8;
	MPI_Waitsome(count, requests, &some, done, MPI_STATUSES_IGNORE);
	for (int i = 0; i < some; i++)
		values[done[i]] = 9;
	MPI_Waitall(count, requests, MPI_STATUSES_IGNORE);
	for (int i = 0; i < count; i++)
		values[i] = 0;
}

// Copies of the requests, in reverse, two at a time.
static void copies(void)
{
	MPI_Request requests[count], reverse[count];
	int flag = 0;

	send(requests);
	for (int i = 0; i < count; i++)
		reverse[count - 1 - i] = requests[i];
	MPI_Waitall(2, reverse, MPI_STATUSES_IGNORE);
	values[3] = values[2] = 5;
	while (!flag)
		MPI_Request_get_status(requests[1], &flag, MPI_STATUS_IGNORE);
	values[1] = 6;
	MPI_Waitall(2, &reverse[2], MPI_STATUSES_IGNORE);
	values[0] = values[1] = 7;
}

// A request is waited for while the next is pending already: there is always a pending request.
static void pipeline(void)
{
	static int buffers[2];
	MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
	int in;

	for (int i = 0; i < 200; i++) {
		MPI_Wait(&requests[i % 2], MPI_STATUS_IGNORE);
		buffers[i % 2] = i;
		MPI_Isend(&buffers[i % 2], 1, MPI_INT, other, 0, MPI_COMM_WORLD, &requests[i % 2]);
		MPI_Recv(&in, 1, MPI_INT, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	}
	MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
}

// A flush completes the puts before the second wait.
static void flushed(void)
{
	MPI_Request requests[count];

	for (int i = 0; i < count; i++)
		MPI_Rput(&values[i], 1, MPI_INT, other, i, 1, MPI_INT, win, &requests[i]);
	MPI_Wait(&requests[3], MPI_STATUS_IGNORE);
	values[3] = 4;
	MPI_Win_flush(other, win);
	for (int i = 0; i < count; i++)
		values[i] = 5;
	MPI_Waitall(3, requests, MPI_STATUSES_IGNORE);
}

// One rank sends while the other receives, and then the other way round.
static void in_turn(int rank, void (*sends)(void))
{
	if (rank == 1)
		receive();
	sends();
	if (rank == 0)
		receive();
}

int main(int argc, char **argv)
{
	int rank, *memory;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	other = rank ^ 1;
	MPI_Win_allocate_shared(count * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
	if (rank < 2) {
		in_turn(rank, complete);
		in_turn(rank, copies);
		pipeline();
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, other, 0, win);
		flushed();
		MPI_Win_unlock(other, win);
	}
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
