/*
 * What gomarmot watch is to tell apart. The first argument says what the ranks do, the second for
 * how many seconds.
 *
 *   late      rank 1 sleeps, then joins the others in a barrier
 *   computes  all ranks compute
 *   polls     all ranks test a request in vain
 *   works     all ranks make calls
 *   hangs     each rank waits for a message of its neighbor, until the job is ended
 */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void compute(double until)
{
	volatile double x = 0;

	while (MPI_Wtime() < until)
		for (int i = 0; i < 1000000; i++)
			x += i;
}

static void poll(int neighbor, double until)
{
	MPI_Request request;
	int value, done = 0;

	MPI_Irecv(&value, 1, MPI_INT, neighbor, 5, MPI_COMM_WORLD, &request);
	while (!done && MPI_Wtime() < until)
		MPI_Test(&request, &done, MPI_STATUS_IGNORE);
	MPI_Cancel(&request);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
}

static void work(double until)
{
	int more = 1;

	while (more) {
		more = MPI_Wtime() < until;
		MPI_Bcast(&more, 1, MPI_INT, 0, MPI_COMM_WORLD);
	}
}

int main(int argc, char **argv)
{
	int rank, size, value;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	const char *how = argc > 2 ? argv[1] : "";
	const int seconds = argc > 2 ? atoi(argv[2]) : 0;
	const double until = MPI_Wtime() + seconds;

	if (!strcmp(how, "late")) {
		if (rank == 1)
			sleep(seconds);
		MPI_Barrier(MPI_COMM_WORLD);
	} else if (!strcmp(how, "computes")) {
		compute(until);
	} else if (!strcmp(how, "polls")) {
		poll((rank + 1) % size, until);
	} else if (!strcmp(how, "works")) {
		work(until);
	} else if (!strcmp(how, "hangs")) {
		MPI_Recv(&value, 1, MPI_INT, (rank + 1) % size, 5, MPI_COMM_WORLD,
			MPI_STATUS_IGNORE);
	}
	MPI_Finalize();
	return 0;
}
