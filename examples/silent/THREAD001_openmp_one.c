// gomarmot: flag=-fopenmp
// A program that is compiled with OpenMP and run with one thread.
#include <mpi.h>

int main(int argc, char **argv)
{
	double sum = 0, all = 0;

	MPI_Init(&argc, &argv);
#pragma omp parallel for reduction(+ : sum) num_threads(1)
	for (int i = 0; i < 1000; i++)
		sum += i;
	MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Finalize();
	return all < 0;
}
