// gomarmot: ranks=2
// Two receives share the corner of a grid, and a third
// receive overwrites a row that is still being sent.
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv)
{
	int rank, peer;
	double grid[N][N] = {{0}};
	MPI_Datatype column;
	MPI_Request requests[4];
	MPI_Status statuses[4];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer = 1 - rank;
	MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
	MPI_Type_commit(&column);
	MPI_Irecv(grid[0], N, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[0]);
	MPI_Irecv(grid, 1, column, peer, 1, MPI_COMM_WORLD, &requests[1]); // want RACE003 "MPI_Irecv writes to 8 bytes of buf of the pending MPI_Irecv, which writes to them"
	MPI_Isend(&grid[N - 1][1], N - 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[2]);
	MPI_Isend(&grid[N - 2][1], N - 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &requests[3]);
	MPI_Sendrecv(&grid[3][1], N - 1, MPI_DOUBLE, peer, 2, &grid[N - 1][1], N - 1, MPI_DOUBLE, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want RACE003 "MPI_Sendrecv writes to 56 bytes of buf of the pending MPI_Isend, which reads them until"
	MPI_Waitall(4, requests, statuses);
	MPI_Type_free(&column);
	MPI_Finalize();
	return 0;
}
