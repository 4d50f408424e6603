// A row of the grid has one dimension; calls pass a second dimension and a negative coordinate.
#include <mpi.h>

int main(int argc, char **argv) {
    static const int dims[2] = {1, 2}, periods[2] = {0, 0}, remain[2] = {0, 1}, outside[1] = {-1};
    int from, to;
    MPI_Comm grid, row, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Cart_sub(grid, remain, &row);
    MPI_Comm_dup(row, &copy);
    MPI_Cart_shift(row, 1, 1, &from, &to); // want OBJ004 "MPI_Cart_shift in direction 1, but the grid has 1 dimension,"
    MPI_Cart_rank(copy, outside, &from);   // want OBJ004 "coords\[0\] is -1, but dimension 0 is not periodic"
    MPI_Comm_free(&copy);
    MPI_Comm_free(&row);
    MPI_Comm_free(&grid);

    MPI_Finalize();
    return 0;
}
