// gomarmot: ranks=2 heap flag=-DOMPI_SKIP_MPICXX
// The vector grows between two steps and moves to other memory, so the request is created
// anew. At the end, the request is freed after the vector, but not started again.
#include <mpi.h>
#include <vector>

static void create(std::vector<double> &values, int rank, MPI_Request *request)
{
	if (rank == 0)
		MPI_Send_init(values.data(), 1000, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, request);
	else
		MPI_Recv_init(values.data(), 1000, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, request);
}

int main(int argc, char **argv)
{
	int rank;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	{
		std::vector<double> values(1000);

		create(values, rank, &request);
		for (int step = 0; step < 2; step++) {
			MPI_Start(&request);
			MPI_Wait(&request, MPI_STATUS_IGNORE);
			values.resize(4000 + values.size());
			MPI_Request_free(&request);
			create(values, rank, &request);
		}
	}
	MPI_Request_free(&request);
	MPI_Finalize();
	return 0;
}
