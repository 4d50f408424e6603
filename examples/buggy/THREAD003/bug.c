// Both threads of a rank are in a barrier of one communicator at once.
// gomarmot: skip-openmpi-6.0 it may wait forever where two threads are in one barrier
#include <mpi.h>
#include <pthread.h>

static pthread_barrier_t both;

static void *meet(void *number)
{
	(void)number;
	for (int i = 0; i < 200; i++) {
		pthread_barrier_wait(&both);
		MPI_Barrier(MPI_COMM_WORLD); // want THREAD003 "calls MPI_Barrier while thread"
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
		pthread_create(&thread[i], NULL, meet, &number[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&both);
	MPI_Finalize();
	return 0;
}
