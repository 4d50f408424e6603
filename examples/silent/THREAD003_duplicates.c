// Each thread has a communicator of its own.
#include <mpi.h>
#include <pthread.h>

static MPI_Comm own[2];
static pthread_barrier_t both;

static void *reduce(void *number)
{
	int one = 1, sum;

	for (int i = 0; i < 200; i++) {
		pthread_barrier_wait(&both);
		MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, own[*(int *)number]);
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
		MPI_Comm_dup(MPI_COMM_WORLD, &own[i]);
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, reduce, &number[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	for (int i = 0; i < 2; i++)
		MPI_Comm_free(&own[i]);
	pthread_barrier_destroy(&both);
	MPI_Finalize();
	return 0;
}
