// Both threads of a rank start a sum on one communicator at once: chance decides which sum
// of the other rank each of them matches.
#include <mpi.h>
#include <pthread.h>

static pthread_barrier_t both;

static void *sum(void *number)
{
	int n = *(int *)number, all;

	for (int i = 0; i < 400; i++) {
		MPI_Request r;

		pthread_barrier_wait(&both);
		MPI_Iallreduce(&n, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r); // want THREAD003 "calls MPI_Iallreduce while thread"
		MPI_Wait(&r, MPI_STATUS_IGNORE);
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
		pthread_create(&thread[i], NULL, sum, &number[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&both);
	MPI_Finalize();
	return 0;
}
