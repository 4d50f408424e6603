// Each thread probes for and receives only messages with its own tag.
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

enum { ROUNDS = 200 };

static void *receive(void *number)
{
	for (int i = 0; i < ROUNDS; i++) {
		MPI_Status status;
		int count, found = 0;
		while (!found)
			MPI_Iprobe(MPI_ANY_SOURCE, *(int *)number, MPI_COMM_WORLD, &found, &status);
		MPI_Get_count(&status, MPI_INT, &count);
		int *room = malloc(count * sizeof *room);
		MPI_Recv(room, count, MPI_INT, status.MPI_SOURCE, status.MPI_TAG, MPI_COMM_WORLD, &status);
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
			MPI_Send(items, 1 + i % 5, MPI_INT, 1, i % 2, MPI_COMM_WORLD);
	} else if (rank == 1) {
		for (int i = 0; i < 2; i++)
			pthread_create(&thread[i], NULL, receive, &number[i]);
		for (int i = 0; i < 2; i++)
			pthread_join(thread[i], NULL);
	}
	MPI_Finalize();
	return 0;
}
