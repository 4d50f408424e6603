// gomarmot: ranks=2 heap flag=-DOMPI_SKIP_MPICXX
// The vector of rank 0 grows between two steps and moves to other memory: the request still names the old memory.
#include <mpi.h>
#include <vector>

int main(int argc, char **argv)
{
	std::vector<double> values(1000);
	int rank;
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	if (rank == 0)
		MPI_Send_init(values.data(), 1000, MPI_DOUBLE, 1, 0, MPI_COMM_WORLD, &request);
	else
		MPI_Recv_init(values.data(), 1000, MPI_DOUBLE, 0, 0, MPI_COMM_WORLD, &request);
	for (int step = 0; step < 2; step++) {
		MPI_Startall(1, &request); // want OBJ009 "MPI_Startall starts a request whose buf, given to MPI_Send_init, was in a heap block that has been freed since"
		MPI_Wait(&request, MPI_STATUS_IGNORE);
		if (rank == 0)
			values.resize(4000 + values.size());
	}
	MPI_Request_free(&request);
	MPI_Finalize();
	return 0;
}
