// gomarmot: ranks=4
// MPI_Dims_create chooses the dimensions of a grid of 4 processes.
#include <mpi.h>

int main(int argc, char **argv) {
    static const int periods[2] = {0, 0};
    int dims[2] = {0, 0};
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Dims_create(4, 2, dims);
    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid);
    MPI_Comm_free(&grid);

    MPI_Finalize();
    return 0;
}
