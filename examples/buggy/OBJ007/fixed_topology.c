// gomarmot: ranks=3
// MPI_Dims_create gives every process a place in the grid, all flags are 0 or 1, and
// there is room for both coordinates.
#include <mpi.h>

int main(int argc, char **argv) {
    int size, dims[2] = {0, 0}, periods[2] = {1, 0}, keep[2] = {1, 0}, coords[2];
    MPI_Comm grid, row;

    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    MPI_Dims_create(size, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_sub(grid, keep, &row);
    MPI_Cart_coords(grid, 0, 2, coords);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);
    MPI_Finalize();
    return 0;
}
