// gomarmot: ranks=2
// MPI_Sendrecv with buffers that share no byte: interleaved columns, count 0, or
// MPI_PROC_NULL; and MPI_Sendrecv_replace with one buffer for both directions.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank;
	double grid[4][4] = {{0}};
	MPI_Datatype column;
	int other;
	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	other = 1 - rank;
	MPI_Type_vector(4, 1, 4, MPI_DOUBLE, &column);
	MPI_Type_commit(&column);
	MPI_Sendrecv(&grid[0][0], 1, column, other, 0, &grid[0][1], 1, column, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Sendrecv(grid, 0, MPI_DOUBLE, other, 0, grid, 4, MPI_DOUBLE, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Sendrecv(grid, 4, MPI_DOUBLE, MPI_PROC_NULL, 0, grid, 4, MPI_DOUBLE, MPI_PROC_NULL, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Sendrecv_replace(grid, 4, MPI_DOUBLE, other, 0, other, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
	MPI_Type_free(&column);
	MPI_Finalize();
	return 0;
}
