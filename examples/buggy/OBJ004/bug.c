// gomarmot: ranks=4
// The grid needs 6 processes, but there are 4.
#include <mpi.h>

int main(int argc, char **argv) {
    static const int dims[2] = {2, 3}, periods[2] = {0, 0};
    MPI_Comm grid;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Cart_create(MPI_COMM_WORLD, 2, dims, periods, 0, &grid); // want OBJ004 "MPI_Cart_create of 6 processes, but MPI_COMM_WORLD has 4"

    MPI_Finalize();
    return 0;
}
