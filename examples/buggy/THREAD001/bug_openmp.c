// gomarmot: flag=-fopenmp
// Loops with OpenMP between the MPI calls, in a program that calls MPI_Init.
#include <mpi.h>

int main(int argc, char **argv)
{
	double sum = 0, all = 0;

	MPI_Init(&argc, &argv); // want THREAD001 "MPI_Init provides MPI_THREAD_SINGLE, but the program has several threads"
	for (int k = 0; k < 3; k++) {
#pragma omp parallel for reduction(+ : sum) num_threads(3)
		for (int i = 0; i < 1000; i++)
			sum += i;
		MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return all < 0;
}
