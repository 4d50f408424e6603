// Each thread of rank 1 probes with MPI_Mprobe: no other thread can receive the message
// that this call has found.
// gomarmot: skip-provoked-send the second send begins when the first message is received, which waits for both: THREAD004 does not care
#include <mpi.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_barrier_t both;

static void *receive(void *unused)
{
	(void)unused;
	MPI_Message message;
	MPI_Status status;
	int count;

	MPI_Mprobe(0, 7, MPI_COMM_WORLD, &message, &status);
	MPI_Get_count(&status, MPI_INT, &count);
	pthread_barrier_wait(&both);
	int *room = malloc(count * sizeof *room);
	MPI_Mrecv(room, count, MPI_INT, &message, &status);
	free(room);
	return NULL;
}

int main(int argc, char **argv)
{
	int provided, rank, items[5] = {0};
	pthread_t thread[2];

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Send(items, 5, MPI_INT, 1, 7, MPI_COMM_WORLD);
		MPI_Send(items, 3, MPI_INT, 1, 7, MPI_COMM_WORLD);
	} else if (rank == 1) {
		pthread_barrier_init(&both, NULL, 2);
		for (int i = 0; i < 2; i++)
			pthread_create(&thread[i], NULL, receive, NULL);
		for (int i = 0; i < 2; i++)
			pthread_join(thread[i], NULL);
		pthread_barrier_destroy(&both);
	}
	MPI_Finalize();
	return 0;
}
