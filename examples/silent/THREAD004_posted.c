// The other thread posts its receive before this thread probes: the first message matches
// that receive, and the probe finds the second message.
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t both;

static void *ahead(void *unused)
{
	(void)unused;
	int first[1];
	MPI_Request request;

	MPI_Irecv(first, 1, MPI_INT, 0, 7, MPI_COMM_WORLD, &request);
	pthread_barrier_wait(&both);
	pthread_barrier_wait(&both);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	return NULL;
}

static void behind(void)
{
	MPI_Status status;
	int count;

	pthread_barrier_wait(&both);
	MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
	MPI_Probe(0, 7, MPI_COMM_WORLD, &status);
	pthread_barrier_wait(&both);
	MPI_Get_count(&status, MPI_INT, &count);
	int *room = malloc(count * sizeof *room);
	MPI_Recv(room, count, MPI_INT, 0, 7, MPI_COMM_WORLD, &status);
	free(room);
}

int main(int argc, char **argv)
{
	int provided, rank, items[5] = {0};
	pthread_t thread;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Send(items, 1, MPI_INT, 1, 7, MPI_COMM_WORLD);
		MPI_Send(items, 5, MPI_INT, 1, 7, MPI_COMM_WORLD);
	} else if (rank == 1) {
		pthread_barrier_init(&both, NULL, 2);
		pthread_create(&thread, NULL, ahead, NULL);
		behind();
		pthread_join(thread, NULL);
		pthread_barrier_destroy(&both);
	}
	MPI_Finalize();
	return 0;
}
