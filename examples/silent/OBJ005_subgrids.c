// gomarmot: ranks=4
// The ranks of the first row keep other dimensions than the ranks of the second row: each rank of a new grid has passed
// remain_dims that give this grid.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, dims[3] = {2, 2, 1}, periods[3] = {0, 0, 0}, flat[3] = {0, 1, 0}, deep[3] = {0, 1, 1};
	MPI_Comm grid, row;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Cart_create(MPI_COMM_WORLD, 3, dims, periods, 0, &grid);
	MPI_Cart_sub(grid, rank < 2 ? flat : deep, &row);
	MPI_Barrier(row);
	MPI_Comm_free(&row);
	MPI_Comm_free(&grid);
	MPI_Finalize();
	return 0;
}
