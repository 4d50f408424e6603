// The count is not negative.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int values[4] = {0}, sums[4];

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allreduce(values, sums, 4, MPI_INT, MPI_SUM, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
