// gomarmot: flag=-pthread flag=-DOMPI_SKIP_MPICXX flag=-DMPICH_SKIP_MPICXX
// A std::thread computes between MPI calls, in a program that requests MPI_THREAD_FUNNELED.
#include <mpi.h>

#include <thread>

int main(int argc, char **argv)
{
	double from = 1, sum = 0;
	int provided;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	if (provided < MPI_THREAD_FUNNELED)
		MPI_Abort(MPI_COMM_WORLD, 1);
	std::thread worker([&] { from += 1; });
	worker.join();
	MPI_Allreduce(&from, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
	MPI_Finalize();
	return sum < 0;
}
