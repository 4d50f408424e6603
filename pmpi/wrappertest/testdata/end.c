/* The ways a program ends: end HOW. Linked with a real MPI. */
#include <mpi.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void at_fork(void)
{
	const pid_t child = fork();
	int status;

	if (child == 0)
		exit(0);
	waitpid(child, &status, 0);
	if (system("true"))
		_exit(9);
}

int main(int argc, char **argv)
{
	const char *how = argv[1];
	int rank, size, *base;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Comm_size(MPI_COMM_WORLD, &size);
	MPI_Win_allocate(64, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Win_fence(0, win);
	if (!strcmp(how, "segv") && rank == 1)
		raise(SIGSEGV);
	if (!strcmp(how, "fault") && rank == 1)
		*(volatile int *)(size_t)(rank + 15) = 1;
	if (!strcmp(how, "sigabrt") && rank == 1)
		abort();
	if (!strcmp(how, "sigpipe") && rank == 1)
		raise(SIGPIPE);
	if (!strcmp(how, "sigterm"))
		raise(SIGTERM);
	if (!strcmp(how, "sigurg"))
		raise(SIGURG);
	if (!strcmp(how, "abort") && rank == 1)
		MPI_Abort(MPI_COMM_WORLD, 7);
	if (!strcmp(how, "exit") && rank == 0)
		exit(3);
	if (!strcmp(how, "quick"))
		_exit(4);
	if (!strcmp(how, "return") && rank == 0)
		return 5;
	if (!strcmp(how, "fatal") && rank == 0)
		MPI_Put(base, 1, MPI_INT, 77, 0, 1, MPI_INT, win);
	if (!strcmp(how, "fork"))
		at_fork();
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
