// gomarmot: flag=-pthread
// Two threads test one request in turn, until one of them finds it complete.
#include <mpi.h>
#include <pthread.h>
#include <unistd.h>

static int rank, done;
static MPI_Request request;
static pthread_mutex_t turn = PTHREAD_MUTEX_INITIALIZER;

static void *tester(void *unused)
{
	for (int over = 0; !over;) {
		pthread_mutex_lock(&turn);
		if (!done)
			MPI_Test(&request, &done, MPI_STATUS_IGNORE);
		over = done;
		pthread_mutex_unlock(&turn);
	}
	return unused;
}

int main(int argc, char **argv)
{
	int value = 3, provided;
	pthread_t threads[2];

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	if (provided < MPI_THREAD_MULTIPLE) {
		MPI_Finalize();
		return 0;
	}
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0) {
		MPI_Irecv(&value, 1, MPI_INT, 1, 0, MPI_COMM_WORLD, &request);
		for (int i = 0; i < 2; i++)
			pthread_create(&threads[i], NULL, tester, NULL);
		for (int i = 0; i < 2; i++)
			pthread_join(threads[i], NULL);
	} else if (rank == 1) {
		usleep(20000);
		MPI_Send(&value, 1, MPI_INT, 0, 0, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return 0;
}
