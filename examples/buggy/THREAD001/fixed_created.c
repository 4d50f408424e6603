// gomarmot: flag=-pthread
// A thread without MPI calls fills a table, and the program requests the level for this.
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
	int provided;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	if (provided < MPI_THREAD_FUNNELED)
		MPI_Abort(MPI_COMM_WORLD, 1);
	pthread_create(&thread, NULL, fill, &from);
	pthread_join(thread, NULL);
	MPI_Allreduce(&table[999], &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Finalize();
	return sum < 0;
}
