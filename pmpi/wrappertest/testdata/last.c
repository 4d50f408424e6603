/* main ends with pthread_exit, a thread that never calls MPI goes on for a while: last [finalize] */
#include "stub.h"

static void *work(void *unused)
{
	usleep(400000);
	puts("the last thread has ended");
	return unused;
}

int main(int argc, char **argv)
{
	pthread_t thread;

	MPI_Init(&argc, &argv);
	MPI_Barrier(COMM_WORLD);
	if (argc > 1)
		MPI_Finalize();
	pthread_create(&thread, NULL, work, NULL);
	pthread_exit(NULL);
}
