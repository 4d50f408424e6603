/*
 * Breaks a rule of MPI, and after that one of C, of the kind that the
 * sanitizer it is built with sees.
 */
#include <mpi.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static volatile int shared = 2147483647;

static inline void *change(void *unused)
{
	(void)unused;
	shared = 1;
	return NULL;
}

int main(int argc, char **argv)
{
	int rank, provided, *base, value = 7;
	MPI_Win win;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Win_allocate(16 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Win_fence(0, win);
	MPI_Put(&value, 1, MPI_INT, 1 - rank, 16, 1, MPI_INT, win);
	MPI_Win_fence(0, win);
	MPI_Win_free(&win);
	MPI_Finalize();
#if defined(__SANITIZE_ADDRESS__)
	volatile int *a = malloc(4 * sizeof(int));

	printf("%d\n", a[argc + 3]);
#elif defined(__SANITIZE_THREAD__)
	pthread_t thread;

	pthread_create(&thread, NULL, change, NULL);
	shared = 2;
	pthread_join(thread, NULL);
#else
	printf("%d\n", shared + argc);
#endif
	return 0;
}
