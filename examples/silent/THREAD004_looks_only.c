// One thread probes for a message that the other thread receives. Later, after other calls,
// the probing thread receives a second message with the same tag.
#include <mpi.h>
#include <pthread.h>

static pthread_barrier_t both;

static void *work(void *unused)
{
	(void)unused;
	int item[5];

	pthread_barrier_wait(&both);
	MPI_Recv(item, 5, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	pthread_barrier_wait(&both);
	return NULL;
}

static void look(void)
{
	MPI_Status status;
	int item[5];

	MPI_Probe(0, 7, MPI_COMM_WORLD, &status);
	pthread_barrier_wait(&both);
	pthread_barrier_wait(&both);
	MPI_Send(NULL, 0, MPI_INT, 0, 1, MPI_COMM_WORLD);
	MPI_Recv(item, 5, MPI_INT, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

int main(int argc, char **argv)
{
	int provided, rank, items[5] = {0};
	pthread_t thread;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Send(items, 5, MPI_INT, 1, 7, MPI_COMM_WORLD);
		MPI_Recv(NULL, 0, MPI_INT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Send(items, 5, MPI_INT, 1, 7, MPI_COMM_WORLD);
	} else if (rank == 1) {
		pthread_barrier_init(&both, NULL, 2);
		pthread_create(&thread, NULL, work, NULL);
		look();
		pthread_join(thread, NULL);
		pthread_barrier_destroy(&both);
	}
	MPI_Finalize();
	return 0;
}
