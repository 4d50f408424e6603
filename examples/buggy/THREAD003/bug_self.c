// Two threads make collective calls at once on a communicator of one process. They repeat
// the calls until enough calls have overlapped.
// gomarmot: ranks=1
#include <mpi.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { count = 1 << 20, rounds = 5000, enough = 20 };

static pthread_barrier_t both;
static atomic_int call[2], met; // the number of the call that each thread is in, 0: none

static void *meet(void *number)
{
	int *sent = calloc(count, sizeof *sent), *sum = malloc(count * sizeof *sum);
	const int self = *(int *)number;
	int last = 0;

	pthread_barrier_wait(&both);
	for (int i = 0; i < rounds && met < enough; i++) {
		int other;

		call[self] = i + 1;
		MPI_Allreduce(sent, sum, count, MPI_INT, MPI_SUM, MPI_COMM_SELF); // want THREAD003 "on the same communicator"
		other = call[!self];
		if (other && other != last)
			met++;
		last = other;
		call[self] = 0;
	}
	free(sent);
	free(sum);
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
