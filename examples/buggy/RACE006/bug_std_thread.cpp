// A std::thread reads a vector before the receive into it is complete.
// gomarmot: access=auto flag=-pthread
#define OMPI_SKIP_MPICXX
#include <mpi.h>
#include <thread>
#include <vector>

int main(int argc, char **argv)
{
	int provided, rank, go = 0;

	MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	std::vector<double> values(50, 1);
	double sum = 0;

	if (rank == 0) {
		MPI_Request request;
		MPI_Irecv(values.data(), 50, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &request);
		std::thread adder([&] {
			const double *v = values.data();
			for (int i = 0; i < 50; i++)
				sum += v[i]; // want RACE006 "^this load reads 400 bytes of buf of the pending MPI_Irecv, which writes to them until its request is complete"
		});
		adder.join();
		MPI_Send(&go, 1, MPI_INT, 1, 1, MPI_COMM_WORLD);
		MPI_Wait(&request, MPI_STATUS_IGNORE);
	} else if (rank == 1) {
		MPI_Recv(&go, 1, MPI_INT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
		MPI_Send(values.data(), 50, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD);
	}

	MPI_Finalize();
	return sum < 0;
}
