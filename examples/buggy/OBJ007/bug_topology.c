// gomarmot: ranks=3
// The grid has no place for the third process, flags of periods and dimensions are
// neither 0 nor 1, and there is room for one of two coordinates.
#include <mpi.h>

int main(int argc, char **argv) {
    int dims[2] = {2, 1}, periods[2] = {1, 0}, one = 1, odd = 42, keep[2] = {9, 0}, coords[2];
    MPI_Comm grid, row, ring;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid); // want OBJ007 "grid of 2 on MPI_COMM_WORLD, which has 3 processes: 1 gets MPI_COMM_NULL"
    MPI_Cart_create(MPI_COMM_SELF, 1, &one, &odd, 0, &ring); // want OBJ007 "periods.0. = 42"
    MPI_Comm_free(&ring);
    if (grid != MPI_COMM_NULL) {
        MPI_Cart_sub(grid, keep, &row); // want OBJ007 "remain_dims.0. = 9"
        MPI_Cart_coords(grid, 0, 1, coords); // want OBJ007 "maxdims 1, but there are 2"
        MPI_Comm_free(&row);
        MPI_Comm_free(&grid);
    }
    MPI_Finalize();
    return 0;
}
