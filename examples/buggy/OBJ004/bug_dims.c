// gomarmot: ranks=1
// Dimensions are negative or do not divide the number of processes.
#include <mpi.h>

int main(int argc, char **argv) {
    int three[2] = {3, 0}, negative[2] = {0, -1};

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Dims_create(4, 2, three);     // want OBJ004 "4 processes cannot be divided by 3"
    MPI_Dims_create(4, 2, negative);  // want OBJ004 "MPI_Dims_create: dims\[1\] is -1"
    MPI_Dims_create(4, -1, negative); // want OBJ004 "MPI_Dims_create with ndims -1"

    MPI_Finalize();
    return 0;
}
