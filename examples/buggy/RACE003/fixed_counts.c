// gomarmot: ranks=2
// Until MPI_Ialltoallv completes, its arrays and a gap in its buffer are only read.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, sends[4] = {0}, receives[4], more[4], counts[2] = {1, 1}, displs[2] = {0, 2};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Ialltoallv(sends, counts, displs, MPI_INT, receives, counts, displs, MPI_INT, MPI_COMM_WORLD, &request);
	MPI_Allreduce(displs, more, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	MPI_Allgather(&receives[1], 1, MPI_INT, more, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Allreduce(displs, counts, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
	MPI_Allgather(&receives[2], 1, MPI_INT, more, 1, MPI_INT, MPI_COMM_WORLD);
	MPI_Finalize();
	return 0;
}
