// gomarmot: ranks=4
// Coordinates outside the range of a periodic dimension, shifts by 0 and beyond the grid,
// a grid without dimensions, a preset dimension of MPI_Dims_create, and copies of a grid.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    static const int periods[2] = {1, 0}, outside[2] = {-3, 1}, remain[2] = {0, 1};
    int dims[2] = {2, 0}, coords[1], rank, from, to, n;
    MPI_Comm grid, copy, row;
    MPI_Request request;

    MPI_Init(&argc, &argv);

    MPI_Dims_create(4, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_rank(grid, outside, &rank);
    MPI_Cart_shift(grid, 0, 0, &from, &to);
    MPI_Cart_shift(grid, 1, -9, &from, &to);
    MPI_Comm_dup(grid, &copy);
    MPI_Cart_rank(copy, outside, &rank);
    MPI_Neighbor_alltoall(dims, 0, MPI_INT, dims, 0, MPI_INT, copy);
    MPI_Comm_free(&copy);
    MPI_Comm_idup(grid, &copy, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Cartdim_get(copy, &n);
    MPI_Comm_free(&copy);
    MPI_Cart_sub(grid, remain, &row);
    MPI_Cart_coords(row, 0, 1, coords);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
    MPI_Cart_create(MPI_COMM_SELF, 0, NULL, NULL, 0, &grid);
    MPI_Comm_free(&grid);

    MPI_Finalize();
    return 0;
}
