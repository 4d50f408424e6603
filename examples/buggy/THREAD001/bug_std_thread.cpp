// gomarmot: flag=-pthread flag=-DOMPI_SKIP_MPICXX flag=-DMPICH_SKIP_MPICXX
// A std::thread computes between MPI calls, in a program that calls MPI_Init.
#include <mpi.h>

#include <thread>

int main(int argc, char **argv)
{
	double from = 1, sum = 0;

	MPI_Init(&argc, &argv); // want THREAD001 "MPI_Init provides MPI_THREAD_SINGLE, but the program has several threads"
	std::thread worker([&] { from += 1; });
	worker.join();
	MPI_Allreduce(&from, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Finalize();
	return sum < 0;
}
