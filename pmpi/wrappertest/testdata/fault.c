/* Calls at which a core built with the tag "faulty" breaks: fault KIND. */
#include <unistd.h>
#ifdef REAL_MPI
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#define INT_TYPE MPI_INT
#else
#include "stub.h"
#define MPI_INFO_NULL INFO_NULL
#define MPI_COMM_WORLD COMM_WORLD
typedef int MPI_Win;
#endif

enum { INTS = 2000 };

int main(int argc, char **argv)
{
	static int memory[INTS], origin;
	MPI_Win win;

	MPI_Init(NULL, NULL);
	MPI_Win_create(memory, sizeof memory, 4, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
#ifdef REAL_MPI
	MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, win);
#endif
	MPI_Put(&origin, 1, INT_TYPE, 0, argc > 1 ? atoi(argv[1]) : 0, 1, INT_TYPE, win);
	usleep(300000); /* among many calls the drain would only keep it, and not look at it */
	for (int i = 0; i < 100000; i++)
		MPI_Win_flush(0, win);
#ifdef REAL_MPI
	MPI_Win_unlock(0, win);
#endif
	MPI_Win_free(&win);
	MPI_Finalize();
	puts("done");
	return 0;
}
