// gomarmot: ranks=2
// While MPI_Ialltoallv is pending, other calls write to its array of counts and read a
// block of its receive buffer.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, sends[4] = {0}, receives[4], more[4], counts[2] = {1, 1}, displs[2] = {0, 2};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Ialltoallv(sends, counts, displs, MPI_INT, receives, counts, displs, MPI_INT, MPI_COMM_WORLD, &request);
	MPI_Allreduce(displs, counts, 2, MPI_INT, MPI_MAX, MPI_COMM_WORLD); // want RACE003 "MPI_Allreduce writes to 8 bytes of the array .*counts of the pending MPI_Ialltoallv, which reads them"
	MPI_Allgather(&receives[2], 1, MPI_INT, more, 1, MPI_INT, MPI_COMM_WORLD); // want RACE003 "MPI_Allgather reads 4 bytes, from byte 8 on, of recvbuf of the pending MPI_Ialltoallv, which writes to them"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
