// gomarmot: ranks=2
// Each rank sends from a buffer that it is still receiving into.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv)
{
	int rank, values[N] = {0};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Irecv(values, N, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD, &request);
	MPI_Send(values + 90, 10, MPI_INT, 1 - rank, 0, MPI_COMM_WORLD); // want RACE003 "MPI_Send reads 40 bytes, from byte 360 on, of buf of the pending MPI_Irecv, which writes to them until its request is complete"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
