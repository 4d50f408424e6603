// Rank 0 puts two messages into one mailbox, the second one as soon as rank 1 has confirmed that it has read the first.
// gomarmot: access=auto
#include <mpi.h>
#include <stdio.h>
#include <unistd.h>

enum { N = 100 };

static MPI_Win mailbox, counter;

/* Adds n to the counter of a rank, and returns its old value. */
static long count(int rank, long n)
{
	long old;

	MPI_Fetch_and_op(&n, &old, MPI_LONG, rank, 0, MPI_SUM, counter);
	MPI_Win_flush(rank, counter);
	return old;
}

static void wait_for(int rank, long n)
{
	while (count(rank, 0) < n)
		usleep(200);
}

/* Works, and lets the MPI library work. */
static void work(int ms)
{
	int found;

	for (int i = 0; i < ms; i++) {
		MPI_Iprobe(MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
		usleep(1000);
	}
}

static void write_messages(void)
{
	double message[N];

	for (int k = 0; k < 2; k++) {
		for (int i = 0; i < N; i++)
			message[i] = k;
		if (k == 1) {
			work(100);
			wait_for(0, 1);
		}
		MPI_Put(message, N, MPI_DOUBLE, 1, 0, N, MPI_DOUBLE, mailbox);
		MPI_Win_flush(1, mailbox);
		count(1, 1);
	}
}

static double read_messages(const double *message)
{
	double first = 0, second = 0;

	wait_for(1, 1);
	MPI_Win_sync(mailbox);
	work(300);
	for (int i = 0; i < N; i++)
		first += message[i];
	MPI_Win_sync(mailbox);
	count(0, 1);
	wait_for(1, 2);
	MPI_Win_sync(mailbox);
	for (int i = 0; i < N; i++)
		second += message[i];
	return second - first;
}

int main(int argc, char **argv)
{
	int rank;
	double *message;
	long *counted;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(N * sizeof(double), sizeof(double), MPI_INFO_NULL, MPI_COMM_WORLD, &message, &mailbox);
	MPI_Win_allocate(sizeof(long), sizeof(long), MPI_INFO_NULL, MPI_COMM_WORLD, &counted, &counter);
	MPI_Win_lock_all(0, mailbox);
	MPI_Win_lock_all(0, counter);
	*counted = 0;
	MPI_Win_sync(counter);
	MPI_Barrier(MPI_COMM_WORLD);
	if (rank == 0)
		write_messages();
	else
		printf("%g\n", read_messages(message));
	MPI_Win_unlock_all(counter);
	MPI_Win_unlock_all(mailbox);
	MPI_Win_free(&counter);
	MPI_Win_free(&mailbox);
	MPI_Finalize();
	return 0;
}
