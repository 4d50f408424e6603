/* A datatype whose arrays are longer than the ring: blob N. */
#include "stub.h"

int main(int argc, char **argv)
{
	const int n = argc > 1 ? atoi(argv[1]) : 1;
	int *lengths = malloc((size_t)n * sizeof *lengths);
	int *places = malloc((size_t)n * sizeof *places);
	int type;

	for (int i = 0; i < n; i++) {
		lengths[i] = 1;
		places[i] = -i;
	}
	MPI_Init(&argc, &argv);
	MPI_Type_indexed(n, lengths, places, INT_TYPE, &type);
	MPI_Barrier(COMM_WORLD);
	MPI_Finalize();
	return 0;
}
