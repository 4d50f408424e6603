// gomarmot: ranks=2
// Columns of one array interleave, rows and tiles touch, and the blocks of
// MPI_Ialltoallv leave gaps. No byte is used twice.
#include <mpi.h>

enum { N = 8 };

static double grid[2 * N][N];

int main(int argc, char **argv)
{
	int rank, peer;
	int blocks[8] = {0}, counts[2] = {1, 1}, displs[2] = {0, 4}, number = 0;
	MPI_Datatype column, tile, odd;
	MPI_Request requests[7];
	MPI_Status statuses[7];

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	peer = 1 - rank;
	MPI_Type_vector(N, 1, N, MPI_DOUBLE, &column);
	MPI_Type_vector(3, 3, N, MPI_DOUBLE, &tile);
	MPI_Type_indexed(3, (int[]){1, 1, 1}, (int[]){0, 1, 3}, MPI_DOUBLE, &odd);
	MPI_Type_commit(&column);
	MPI_Type_commit(&tile);
	MPI_Type_commit(&odd);
	MPI_Irecv(&grid[0][0], 1, column, peer, 0, MPI_COMM_WORLD, &requests[0]);
	MPI_Irecv(&grid[0][N - 1], 1, column, peer, 1, MPI_COMM_WORLD, &requests[1]);
	MPI_Irecv(&grid[1][2], 1, odd, peer, 2, MPI_COMM_WORLD, &requests[2]);
	MPI_Irecv(&grid[1][4], 1, MPI_DOUBLE, peer, 3, MPI_COMM_WORLD, &requests[3]);
	MPI_Isend(&grid[0][1], 1, column, peer, 1, MPI_COMM_WORLD, &requests[4]);
	MPI_Isend(&grid[3][2], 1, tile, peer, 4, MPI_COMM_WORLD, &requests[5]);
	MPI_Ialltoallv(blocks, counts, displs, MPI_INT, &blocks[1], counts, displs, MPI_INT, MPI_COMM_WORLD, &requests[6]);
	MPI_Sendrecv(&grid[2][N - 2], 1, MPI_DOUBLE, peer, 6, &grid[3][5], 2, MPI_DOUBLE, peer, 6, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Sendrecv(&blocks[2], 1, MPI_INT, peer, 5, &blocks[3], 1, MPI_INT, peer, 5, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Send(&grid[3][6], 1, MPI_DOUBLE, peer, 0, MPI_COMM_WORLD);
	MPI_Send(&grid[6][6], 1, MPI_DOUBLE, peer, 2, MPI_COMM_WORLD);
	MPI_Send(&grid[6][6], 1, MPI_DOUBLE, peer, 3, MPI_COMM_WORLD);
	MPI_Recv(&grid[8][2], 9, MPI_DOUBLE, peer, 4, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Reduce_local(&blocks[2], &number, 1, MPI_INT, MPI_SUM);
	MPI_Waitall(7, requests, statuses);
	MPI_Type_free(&column);
	MPI_Type_free(&tile);
	MPI_Type_free(&odd);
	MPI_Finalize();
	return 0;
}
