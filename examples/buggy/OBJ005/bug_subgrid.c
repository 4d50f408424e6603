// gomarmot: ranks=4
// Rank 3 keeps the columns of the grid, the other ranks its rows: rank 2 expects rank 3 in its row.
#include <mpi.h>

int main(int argc, char **argv)
{
	int rank, dims[2] = {2, 2}, periods[2] = {0, 0}, rows[2] = {0, 1}, columns[2] = {1, 0};
	MPI_Comm grid, line;

	MPI_Init(&argc, &argv);
	MPI_Comm_rank(MPI_COMM_WORLD, &rank);
	MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
	MPI_Cart_sub(grid, rank == 3 ? columns : rows, &line); // want OBJ005 "^MPI_Cart_sub: with the remain_dims of rank 2 its grid has ranks 2, 3, with those of rank 3 its grid has ranks 1, 3$"
	MPI_Comm_free(&line);
	MPI_Comm_free(&grid);
	MPI_Finalize();
	return 0;
}
