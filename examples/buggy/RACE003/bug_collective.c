// gomarmot: ranks=2
// The program passes the sum on while MPI_Iallreduce still computes it, and overwrites the
// buffer that MPI_Ibcast sends.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, mine, sum, all[2] = {0};
	MPI_Request request;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	mine = rank;
	MPI_Iallreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &request);
	MPI_Allgather(&sum, 1, MPI_INT, all, 1, MPI_INT, MPI_COMM_WORLD); // want RACE003 "MPI_Allgather reads 4 bytes of recvbuf of the pending MPI_Iallreduce, which writes to them"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Ibcast(&mine, 1, MPI_INT, 0, MPI_COMM_SELF, &request);
	MPI_Bcast(&mine, 1, MPI_INT, 0, MPI_COMM_WORLD); // want RACE003 "MPI_Bcast writes to 4 bytes of buffer of the pending MPI_Ibcast, which reads them"
	MPI_Wait(&request, MPI_STATUS_IGNORE);
	MPI_Finalize();
	return 0;
}
