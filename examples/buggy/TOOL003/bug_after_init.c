// gomarmot: ranks=1
// The program aborts before its first use of MPI.
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	FILE *input;

	MPI_Init(&argc, &argv); // want TOOL003 "^rank 0 was killed by SIGABRT, after MPI_Init had returned and before any other recorded call$"
	input = fopen("/nonexistent/input", "r");
	if (!input)
		abort();
	fclose(input);
	MPI_Finalize();
	return 0;
}
