// The number of rows was never computed: no process is in the grid.
#include <mpi.h>

int main(int argc, char **argv) {
    static const int dims[2] = {2, 0}, periods[2] = {0, 0};
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid); // want OBJ004 "dims\[1\] is 0, so no process is in the grid: compute it with MPI_Dims_create"

    MPI_Finalize();
    return 0;
}
