// gomarmot: flag=-pthread
// A thread without MPI calls fills a table, in a program that tells MPI that it has one thread.
#include <mpi.h>
#include <pthread.h>

static double table[1000];

static void *fill(void *from)
{
	for (int i = 0; i < 1000; i++)
		table[i] = *(double *)from + i;
	return NULL;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	double from = 1, sum = 0;

	MPI_Init(&argc, &argv); // want THREAD001 "MPI_Init provides MPI_THREAD_SINGLE, but the program has several threads"
	pthread_create(&thread, NULL, fill, &from);
	pthread_join(thread, NULL);
	MPI_Allreduce(&table[999], &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Finalize();
	return sum < 0;
}
