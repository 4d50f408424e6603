/* Runs its first argument as a shell command, if it has one, between MPI_Init and MPI_Finalize. */
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	int rc = 0;

	MPI_Init(&argc, &argv);
	if (argc > 1)
		rc = system(argv[1]);
	MPI_Barrier(MPI_COMM_WORLD);
	MPI_Finalize();
	return rc != 0;
}
