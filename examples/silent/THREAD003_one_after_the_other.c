// The threads take turns, in the same order on all ranks.
#include <mpi.h>
#include <pthread.h>

static pthread_barrier_t both;

static void *reduce(void *number)
{
	int one = 1, sum;

	for (int i = 0; i < 400; i++) {
		pthread_barrier_wait(&both);
		if (i % 2 == *(int *)number)
			MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int provided, number[2] = {0, 1};
	pthread_t thread[2];

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	pthread_barrier_init(&both, NULL, 2);
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, reduce, &number[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&both);
	MPI_Finalize();
	return 0;
}
