/* With the argument "overrun", rank 1 receives more than its block holds, and frees others. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

enum { BLOCKS = 64, SIZE = 2000 };

int main(int argc, char **argv)
{
	static char all[BLOCKS * SIZE];
	char *block[BLOCKS];
	int me, n = SIZE;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &me);
	if (argc > 1 && !strcmp(argv[1], "overrun"))
		n = sizeof all / 2;
	memset(all, 'A', sizeof all);
	for (int i = 0; i < BLOCKS; i++)
		block[i] = malloc(SIZE);
	if (me == 0)
		MPI_Send(all, n, MPI_BYTE, 1, 0, MPI_COMM_WORLD);
	if (me == 1)
		MPI_Recv(block[0], n, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	for (int i = BLOCKS - 1; i >= 0; i--)
		free(block[i]);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
