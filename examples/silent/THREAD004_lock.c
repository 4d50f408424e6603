// The threads hold a lock from the probe to the receive.
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

enum { ROUNDS = 200 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *receive(void *number)
{
	(void)number;
	for (int i = 0; i < ROUNDS; i++) {
		MPI_Status status;
		int count;
		pthread_mutex_lock(&lock);
		MPI_Probe(0, 7, MPI_COMM_WORLD, &status);
		MPI_Get_count(&status, MPI_INT, &count);
		int *room = malloc(count * sizeof *room);
		MPI_Recv(room, count, MPI_INT, 0, 7, MPI_COMM_WORLD, &status);
		pthread_mutex_unlock(&lock);
		free(room);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int provided, rank, items[5] = {0};
	pthread_t thread[2];
	int number[2] = {0, 1};

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		for (int i = 0; i < 2 * ROUNDS; i++)
			MPI_Send(items, 1 + i % 5, MPI_INT, 1, 7, MPI_COMM_WORLD);
	} else if (rank == 1) {
		for (int i = 0; i < 2; i++)
			pthread_create(&thread[i], NULL, receive, &number[i]);
		for (int i = 0; i < 2; i++)
			pthread_join(thread[i], NULL);
	}
	MPI_Finalize();
	return 0;
}
