// The block of rank 0 in shared memory is broadcast; another rank stores to it when all ranks have received the data.
// gomarmot: access=auto
// gomarmot: ranks=3
#include <mpi.h>
#include <stdio.h>

enum { N = 1000 };

static MPI_Win win, flags;
static MPI_Comm pair;
static int rank, *first, copy[N];

static void synchronize(void)
{
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Win_sync(win);
}

static void store(int value)
{
	for (int i = 0; i < N; i++)
		first[i] = value + i;
}

static void broadcast(void)
{
	MPI_Bcast(rank == 0 ? first : copy, N, MPI_INT, 0, MPI_COMM_WORLD);
}

static void barrier(void)
{
	broadcast();
	synchronize();
	if (rank == 1)
		store(1);
}

static void onlyReceiver(void)
{
	if (pair == MPI_COMM_NULL)
		return;
	MPI_Bcast(rank == 0 ? first : copy, N, MPI_INT, 0, pair);
	if (rank == 1)
		store(2);
}

static void otherReceiverTells(void)
{
	int token = 0;

	broadcast();
	if (rank == 2)
		MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
	if (rank == 1) {
		MPI_Recv(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		store(3);
	}
}

static void otherReceiverSetsFlag(int round)
{
	int got = 0;

	broadcast();
	if (rank == 2) {
		MPI_Accumulate(&round, 1, MPI_INT, 1, 0, 1, MPI_INT, MPI_REPLACE, flags);
		MPI_Win_flush(1, flags);
	}
	if (rank == 1) {
		while (got != round) {
			MPI_Fetch_and_op(NULL, &got, MPI_INT, 1, 0, MPI_NO_OP, flags);
			MPI_Win_flush(1, flags);
		}
		store(4);
	}
}

static void nonblocking(void)
{
	MPI_Request request;
	int token = 0;

	MPI_Ibcast(rank == 0 ? first : copy, N, MPI_INT, 0, MPI_COMM_WORLD, &request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	if (rank == 2)
		MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
	if (rank == 1) {
		MPI_Recv(&token, 1, MPI_INT, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		store(5);
	}
}

static void reduction(void)
{
	int sum = 0;

	broadcast();
	MPI_Win_sync(win);
	MPI_Reduce(&rank, &sum, 1, MPI_INT, MPI_SUM, 1, MPI_COMM_WORLD);
	MPI_Win_sync(win);
	if (rank == 1)
		store(6);
}

static void otherRoot(void)
{
	MPI_Bcast(rank == 1 ? first : copy, N, MPI_INT, 1, MPI_COMM_WORLD);
	synchronize();
	if (rank == 2)
		store(7);
}

static void loadsAlone(void)
{
	long sum = 0;

	broadcast();
	for (int i = 0; rank == 1 && i < N; i++)
		sum += first[i];
	if (sum == 1)
		printf("one\n");
}

static void otherBytes(void)
{
	broadcast();
	if (rank == 1)
		for (int i = N; i < 2 * N; i++)
			first[i] = i;
}

static void rootTells(void)
{
	int token = 0;

	broadcast();
	MPI_Win_sync(win);
	if (rank == 0)
		MPI_Send(&token, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
	if (rank == 1) {
		MPI_Recv(&token, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Win_sync(win);
		store(8);
	}
}

int main(int argc, char **argv)
{
	int unit, *mine, *cell;
	MPI_Aint size;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_split(MPI_COMM_WORLD, rank < 2 ? 0 : MPI_UNDEFINED, rank, &pair);
	MPI_Win_allocate(sizeof *cell, sizeof *cell, MPI_INFO_NULL, MPI_COMM_WORLD, &cell, &flags);
	*cell = 0;
	MPI_Win_allocate_shared(2 * N * sizeof *mine, sizeof *mine, MPI_INFO_NULL, MPI_COMM_WORLD, &mine, &win);
	MPI_Win_shared_query(win, 0, &size, &unit, &first);
	MPI_Win_lock_all(0, flags);
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < 2 * N; i++)
		mine[i] = i;
	synchronize();
	barrier();
	synchronize();
	onlyReceiver();
	synchronize();
	otherReceiverTells();
	synchronize();
	otherReceiverSetsFlag(1);
	synchronize();
	nonblocking();
	synchronize();
	reduction();
	synchronize();
	otherRoot();
	synchronize();
	loadsAlone();
	synchronize();
	otherBytes();
	synchronize();
	rootTells();
	synchronize();
	printf("%d: %d\n", rank, first[N - 1]);
	MPI_Win_unlock_all(win);
	MPI_Win_unlock_all(flags);
	if (pair != MPI_COMM_NULL)
		MPI_Comm_free(&pair);
	MPI_Win_free(&win);
	MPI_Win_free(&flags);
	MPI_Finalize();
	return 0;
}
