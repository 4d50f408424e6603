// MPI_MAX is defined for floating-point numbers.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    double flags = 1, all;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allreduce(&flags, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
