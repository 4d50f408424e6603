// gomarmot: ranks=4
// All ranks keep the rows of the grid.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, dims[2] = {2, 2}, periods[2] = {0, 0}, rows[2] = {0, 1}, columns[2] = {1, 0};
	MPI_Comm grid, line;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
	MPI_Cart_sub(grid, rank < 4 ? rows : columns, &line);
	MPI_Comm_free(&line);
	MPI_Comm_free(&grid);
	MPI_Finalize();
	return 0;
}
