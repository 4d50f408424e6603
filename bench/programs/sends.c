/*
 * A rank sends itself messages without blocking. Arguments: bytes of a message, number of messages. Prints the
 * processor time of a message.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

int main(int argc, char **argv)
{
	MPI_Request requests[2];
	MPI_Status statuses[2];
	char *from, *to;
	double began;
	int rank, size, times;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	size = argc > 1 ? atoi(argv[1]) : 4096;
	times = argc > 2 ? atoi(argv[2]) : 100000;
	from = calloc((size_t)size, 1);
	to = calloc((size_t)size, 1);
	began = now();
	for (int i = 0; i < times; i++) {
		MPI_Irecv(to, size, MPI_BYTE, rank, 0, MPI_COMM_WORLD, &requests[0]);
		MPI_Isend(from, size, MPI_BYTE, rank, 0, MPI_COMM_WORLD, &requests[1]);
		MPI_Waitall(2, requests, statuses);
	}
	if (rank == 0)
		printf("nano %f\n", (now() - began) / times);
	free(from);
	free(to);
	MPI_Finalize();
	return 0;
}
