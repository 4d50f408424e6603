/* Many records of several threads at once: flood THREADS CALLS. */
#include "stub.h"

static int win, calls;

static void *work(void *arg)
{
	for (int i = 0; i < calls; i++) {
		MPI_Put(arg, 1, INT_TYPE, 0, i, 1, INT_TYPE, win);
		if (i % 3 == 0)
			MPI_Win_flush(0, win);
	}
	return NULL;
}

int main(int argc, char **argv)
{
	static int memory[16];
	pthread_t threads[64];
	const int n = argc > 1 ? atoi(argv[1]) : 1;
	int provided;

	calls = argc > 2 ? atoi(argv[2]) : 1000;
	MPI_Init_thread(&argc, &argv, 3, &provided);
	MPI_Win_create(memory, sizeof memory, 4, INFO_NULL, COMM_WORLD, &win);
	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, work, memory);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
