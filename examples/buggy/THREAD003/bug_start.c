// Both threads of a rank start a sum on one communicator at once: chance decides which sum
// of the other rank each of them matches. They repeat the sums until enough starts have overlapped.
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>

enum { sums = 200, rounds = 2000, enough = 20 };

static pthread_barrier_t both;
static atomic_int inside, met;

static void *sum(void *number)
{
	int n = *(int *)number, all;

	for (int i = 0; i < sums; i++) {
		MPI_Request r;

		pthread_barrier_wait(&both);
		inside++;
		MPI_Iallreduce(&n, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &r); // want THREAD003 "calls MPI_Iallreduce while thread"
		if (inside-- > 1)
			met++;
		MPI_Wait(&r, MPI_STATUS_IGNORE);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int provided, number[2] = {0, 1}, least = 0;
	pthread_t thread[2];

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	pthread_barrier_init(&both, NULL, 2);
	for (int i = 0; i < rounds && least < enough; i++) {
		int here;

		for (int t = 0; t < 2; t++)
			pthread_create(&thread[t], NULL, sum, &number[t]);
		for (int t = 0; t < 2; t++)
			pthread_join(thread[t], NULL);
		here = met;
		MPI_Allreduce(&here, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
	}
	pthread_barrier_destroy(&both);
	MPI_Finalize();
	return 0;
}
