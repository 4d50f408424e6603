// gomarmot: ranks=1
// The program ends without its input.
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv)
{
	FILE *input;

	MPI_Init(&argc, &argv);
	input = fopen("/nonexistent/input", "r");
	if (!input)
		fprintf(stderr, "there is no input\n");
	else
		fclose(input);
	MPI_Finalize();
	return 0;
}
