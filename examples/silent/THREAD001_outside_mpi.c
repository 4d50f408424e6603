// gomarmot: flag=-pthread
// Threads that have ended before MPI_Init, or that the program creates after MPI_Finalize.
#include <mpi.h>
#include <pthread.h>

static void *work(void *sum)
{
	for (int i = 0; i < 1000; i++)
		*(double *)sum += i;
	return NULL;
}

static void in_thread(double *sum)
{
	pthread_t thread;

	pthread_create(&thread, NULL, work, sum);
	pthread_join(thread, NULL);
}

int main(int argc, char **argv)
{
	double sum = 0;

	in_thread(&sum);
	MPI_Init(&argc, &argv);
	MPI_Bcast(&sum, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
	MPI_Finalize();
	in_thread(&sum);
	return sum < 0;
}
