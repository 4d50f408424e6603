// Counters that a rank sets to 0 and adds to: each reset comes after the numbers that the others have drawn, and before
// the numbers that they draw next.
// gomarmot: ranks=3
#include <mpi.h>
#include <stddef.h>

enum { cell = 64 };                                    // bytes between counters on rank 0
enum { counter, sense, tickets, serving, queue, phase, turn, cells };

static const long one = 1, zero = 0;
static int rank, size;
static MPI_Win win;

static long add(int to)
{
	long number;

	MPI_Fetch_and_op(&one, &number, MPI_LONG, 0, to * cell, MPI_SUM, win);
	MPI_Win_flush(0, win);
	return number;
}

static long look(int at)
{
	long value;

	MPI_Fetch_and_op(&one, &value, MPI_LONG, 0, at * cell, MPI_NO_OP, win);
	MPI_Win_flush(0, win);
	return value;
}

static void set(int at, long value)
{
	MPI_Accumulate(&value, 1, MPI_LONG, 0, at * cell, 1, MPI_LONG, MPI_REPLACE, win);
	MPI_Win_flush(0, win);
}

static void reset(int at)
{
	long old;

	MPI_Fetch_and_op(&zero, &old, MPI_LONG, 0, at * cell, MPI_REPLACE, win);
	MPI_Win_flush(0, win);
}

// The last rank that arrives resets the counter, then turns the sense.
static void senseBarrier(long turned)
{
	if (add(counter) == size - 1) {
		reset(counter);
		set(sense, turned);
	}
	while (look(sense) != turned)
		;
}

// The rank with the last ticket resets the tickets in its turn.
static void ticketLock(void)
{
	const long mine = add(tickets);

	while (look(serving) != mine)
		;
	if (mine == size - 1)
		reset(tickets);
	set(serving, mine + 1);
}

// All ranks draw numbers up to a limit; the rank that draws the last one resets the queue, and opens the next phase.
static void workQueue(long phases)
{
	const long tasks = 5;
	long number;

	do
		number = add(queue);
	while (number < tasks);
	if (number == tasks + size - 1) {
		reset(queue);
		set(phase, phases);
	}
	while (look(phase) != phases)
		;
}

// Rank 1 waits for the numbers of all, resets the counter, and adds to it again; a barrier lets the others go on.
static void waitsForAll(void)
{
	add(counter);
	if (rank == 1) {
		while (look(counter) != size)
			;
		reset(counter);
		add(counter);
		reset(counter);
	}
	MPI_Barrier(MPI_COMM_WORLD);
}

// Rank 1 resets the counter before it lets the others draw.
static void resetsFirst(void)
{
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 1) {
		reset(counter);
		add(counter);
		set(turn, 1);
	}
	while (look(turn) != 1)
		;
	add(counter);
	MPI_Barrier(MPI_COMM_WORLD);
}

// Rank 2 tells rank 1 that it has drawn its last number.
static void messages(void)
{
	if (rank == 2) {
		add(queue);
		add(queue);
		MPI_Send(NULL, 0, MPI_LONG, 1, 0, MPI_COMM_WORLD);
	} else if (rank == 1) {
		add(queue);
		MPI_Recv(NULL, 0, MPI_LONG, 2, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		reset(queue);
		add(queue);
	}
	MPI_Barrier(MPI_COMM_WORLD);
}

// The ranks take turns: each resets what the rank before it has left, and adds to it.
static void turns(void)
{
	while (look(turn) != rank + 1)
		;
	reset(counter);
	add(counter);
	add(counter);
	set(turn, rank + 2);
	MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv)
{
	long *memory;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Win_allocate(cells * cell * sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &win);
	MPI_Win_lock_all(0, win);
	for (int i = 0; i < cells * cell; i++)
		memory[i] = 0;
	MPI_Win_sync(win);
	MPI_Barrier(MPI_COMM_WORLD);
	for (long round = 1; round <= 4; round++)
		senseBarrier(round % 2);
	ticketLock();
	MPI_Barrier(MPI_COMM_WORLD);
	for (long round = 1; round <= 3; round++)
		workQueue(round);
	MPI_Barrier(MPI_COMM_WORLD);
	waitsForAll();
	resetsFirst();
	messages();
	turns();
	MPI_Win_unlock_all(win);
	// under exclusive locks any rank may reset
	for (int i = 0; i < 3; i++) {
		MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
		reset(tickets);
		add(tickets);
		MPI_Win_unlock(0, win);
	}
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
