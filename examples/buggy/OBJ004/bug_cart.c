// Calls pass coordinates, a rank and a direction outside the grid, and negative dimensions.
#include <mpi.h>

int main(int argc, char **argv) {
    static const int dims[2] = {2, 1}, periods[2] = {0, 1}, outside[2] = {2, 0}, negative[1] = {-2};
    int rank, from, to, coords[2];
    MPI_Comm grid, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_rank(grid, outside, &rank);        // want OBJ004 "coords\[0\] is 2, but dimension 0 is not periodic and has coordinates 0 to 1"
    MPI_Cart_coords(grid, 2, 2, coords);        // want OBJ004 "MPI_Cart_coords with rank 2, but .* has ranks 0 to 1"
    MPI_Cart_shift(grid, 2, 1, &from, &to);     // want OBJ004 "MPI_Cart_shift in direction 2, but the grid has 2 dimensions"
    MPI_Cart_create(MPI_COMM_WORLD, 1, negative, periods, 0, &other); // want OBJ004 "MPI_Cart_create: dims\[0\] is -2"
    MPI_Cart_create(MPI_COMM_WORLD, -1, dims, periods, 0, &other);    // want OBJ004 "MPI_Cart_create with ndims -1"
    MPI_Comm_free(&grid);

    MPI_Finalize();
    return 0;
}
