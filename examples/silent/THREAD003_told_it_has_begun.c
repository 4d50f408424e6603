// The main thread of rank 0 starts a barrier while a second thread is in MPI_Scatter. A message from
// rank 1, which has received its part, shows that MPI_Scatter began first, so the two calls are ordered.
// gomarmot: ranks=3
#define _DEFAULT_SOURCE
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

enum { count = 1 << 20 };

static int *all, *part;

static void *scatter(void *unused)
{
	MPI_Scatter(all, count, MPI_INT, part, count, MPI_INT, 0, MPI_COMM_WORLD);
	return unused;
}

int main(int argc, char **argv)
{
	int provided, rank;
	pthread_t thread;
	MPI_Request r;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	all = calloc(3 * count, sizeof *all);
	part = calloc(count, sizeof *part);
	if (rank == 0)
		pthread_create(&thread, NULL, scatter, NULL);
	if (rank == 2)
		usleep(200000);
	if (rank != 0)
		scatter(NULL);
	if (rank == 0)
		MPI_Recv(NULL, 0, MPI_INT, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	if (rank == 1)
		MPI_Send(NULL, 0, MPI_INT, 0, 0, MPI_COMM_WORLD);
	MPI_Ibarrier(MPI_COMM_WORLD, &r);
	MPI_Wait(&r, MPI_STATUS_IGNORE);
	if (rank == 0)
		pthread_join(thread, NULL);
	free(all);
	free(part);
	MPI_Finalize();
	return 0;
}
