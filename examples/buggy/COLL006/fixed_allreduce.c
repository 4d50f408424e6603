// All ranks reduce in place.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    double values[8] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allreduce(MPI_IN_PLACE, values, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
