// Each thread has its own communicator of one process.
// gomarmot: ranks=1
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

enum { count = 1 << 20 };

static MPI_Comm own[2];
static pthread_barrier_t both;

static void *meet(void *number)
{
	int *sent = calloc(count, sizeof *sent), *sum = malloc(count * sizeof *sum);

	for (int i = 0; i < 50; i++) {
		pthread_barrier_wait(&both);
		MPI_Allreduce(sent, sum, count, MPI_INT, MPI_SUM, own[*(int *)number]);
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
		MPI_Comm_dup(MPI_COMM_SELF, &own[i]);
	for (int i = 0; i < 2; i++)
		pthread_create(&thread[i], NULL, meet, &number[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(thread[i], NULL);
	for (int i = 0; i < 2; i++)
		MPI_Comm_free(&own[i]);
	pthread_barrier_destroy(&both);
	MPI_Finalize();
	return 0;
}
