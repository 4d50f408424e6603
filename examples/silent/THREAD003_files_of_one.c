// Each thread opens its own files on MPI_COMM_SELF: with a single process, any order of collective calls is right.
// gomarmot: ranks=1
// gomarmot: skip-romio two threads that open its first files at once create one operation twice: "invalid reduce operation"
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>

enum { threads = 3 };

static pthread_barrier_t all;

static void *work(void *number)
{
	int v = *(int *)number;
	char name[32];

	snprintf(name, sizeof name, "thread%d.dat", v);
	pthread_barrier_wait(&all);
	for (int i = 0; i < 30; i++) {
		MPI_File f;

		MPI_File_open(MPI_COMM_SELF, name, MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &f);
		MPI_File_write_all(f, &v, 1, MPI_INT, MPI_STATUS_IGNORE);
		MPI_File_close(&f);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	int provided, number[threads];
	pthread_t thread[threads];

	MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
	pthread_barrier_init(&all, NULL, threads);
	for (int i = 0; i < threads; i++) {
		number[i] = i;
		pthread_create(&thread[i], NULL, work, &number[i]);
	}
	for (int i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	pthread_barrier_destroy(&all);
	MPI_Finalize();
	return 0;
}
