// Threads start operations under a lock, and wait for them without it; on a communicator of one process they need
// no lock.
#include <mpi.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *meet(void *unused)
{
	for (int i = 0; i < 400; i++) {
		MPI_Request r[2];

		pthread_mutex_lock(&lock);
		MPI_Ibarrier(MPI_COMM_WORLD, &r[0]);
		pthread_mutex_unlock(&lock);
		MPI_Ibarrier(MPI_COMM_SELF, &r[1]);
		MPI_Waitall(2, r, MPI_STATUSES_IGNORE);
	}
	return unused;
}

int main(int argc, char **argv)
{
	int provided;
	pthread_t thread[3];

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, meet, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	MPI_Finalize();
	return 0;
}
