// gomarmot: ranks=2
// All pending operations read one buffer: sends, a collective operation, a file
// write, accumulates and a put.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, peer;
	int values[4] = {1, 2, 3, 4}, got[4][4], sum[4], *base;
	MPI_Request requests[6];
	MPI_Status statuses[6];
	MPI_File fh;
	MPI_Win win;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer = 1 - rank;
	MPI_File_open(MPI_COMM_SELF, rank ? "race003_read1.dat" : "race003_read0.dat", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL, &fh);
	MPI_Win_allocate(8 * sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
	MPI_Irecv(got[0], 4, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[0]);
	MPI_Irecv(got[1], 4, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[1]);
	MPI_Isend(values, 4, MPI_INT, peer, 0, MPI_COMM_WORLD, &requests[2]);
	MPI_Issend(values, 4, MPI_INT, peer, 1, MPI_COMM_WORLD, &requests[3]);
	MPI_Iallreduce(values, sum, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD, &requests[4]);
	MPI_File_iwrite_at(fh, 0, values, 4, MPI_INT, &requests[5]);
	MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
	MPI_Accumulate(values, 4, MPI_INT, peer, 0, 4, MPI_INT, MPI_SUM, win);
	MPI_Accumulate(values, 4, MPI_INT, peer, 0, 4, MPI_INT, MPI_SUM, win);
	MPI_Put(&values[1], 2, MPI_INT, peer, 4, 2, MPI_INT, win);
	MPI_Sendrecv(values, 4, MPI_INT, peer, 2, got[2], 4, MPI_INT, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
	MPI_Waitall(6, requests, statuses);
	MPI_File_close(&fh);
	MPI_Win_free(&win);
	MPI_Finalize();
	return 0;
}
