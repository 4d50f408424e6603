// gomarmot: flag=-fopenmp
// Loops with OpenMP between the MPI calls, in a program that requests MPI_THREAD_FUNNELED.
#include <mpi.h>

int main(int argc, char **argv)
{
	double sum = 0, all = 0;
	int provided;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	if (provided < MPI_THREAD_FUNNELED)
		MPI_Abort(MPI_COMM_WORLD, 1);
	for (int k = 0; k < 3; k++) {
#pragma omp parallel for reduction(+ : sum) num_threads(3)
		for (int i = 0; i < 1000; i++)
			sum += i;
		MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	}
	MPI_Finalize();
	return all < 0;
}
