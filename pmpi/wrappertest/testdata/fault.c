/* Calls at which a core built with the tag "faulty" breaks: fault KIND. */
#include "stub.h"

int main(int argc, char **argv)
{
	static int memory[16];
	int win;

	MPI_Init(NULL, NULL);
	MPI_Win_create(memory, sizeof memory, 4, INFO_NULL, COMM_WORLD, &win);
	MPI_Put(memory, 1, INT_TYPE, 0, argc > 1 ? atoi(argv[1]) : 0, 1, INT_TYPE, win);
	for (int i = 0; i < 100000; i++)
		MPI_Win_flush(0, win);
	MPI_Win_free(&win);
	MPI_Finalize();
	puts("done");
	return 0;
}
