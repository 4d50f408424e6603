// gomarmot: ranks=2
// Each receive has memory of its own, and no
// receive overwrites a row that is being sent.
#include <mpi.h>

enum { N = 8 };

int main(int argc, char **argv)
{
	int rank, peer;
	double grid[N][N] = {{0}}, other[N];
	MPI_Datatype column;
	MPI_Request requests[4];
	MPI_Status statuses[4];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer = 1 - rank;
	MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
	MPI_Type_commit(&column);
	MPI_Irecv(grid[0], N, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[0]);
	MPI_Irecv(grid[1], N - 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &requests[1]);
	MPI_Isend(&grid[N - 1][1], N - 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD, &requests[2]);
	MPI_Isend(&grid[N - 2][1], N - 1, MPI_DOUBLE, peer, 1, MPI_COMM_WORLD, &requests[3]);
	MPI_Sendrecv(&grid[3][1], N - 1, MPI_DOUBLE, peer, 2, other, N - 1, MPI_DOUBLE, peer, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Waitall(4, requests, statuses);
	MPI_Type_free(&column);
	MPI_Finalize();
	return 0;
}
