// gomarmot: ranks=2
// Rows are shifted within one array: row 1 is the last row of the send buffer and the
// first row of the receive buffer.
#include <mpi.h>

enum { N = 8, ROWS = 4 };

int main(int argc, char **argv)
{
	double grid[ROWS][N] = {{0}};
	int rank, up, down;

	MPI_Init(&argc, &argv);
	MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	up = down = 1 - rank;
	MPI_Sendrecv(grid[0], 2 * N, MPI_DOUBLE, up, 0, grid[1], 2 * N, MPI_DOUBLE, down, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE); // want MSG013 "MPI_Sendrecv receives 16 MPI_DOUBLE into memory of the 16 MPI_DOUBLE that it sends"
	MPI_Finalize();
	return 0;
}
