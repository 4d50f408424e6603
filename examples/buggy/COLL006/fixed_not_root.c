// The root alone works in place.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int rank, failed;
    int value = 1, copy = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    failed = MPI_Reduce(rank == 0 ? MPI_IN_PLACE : &copy, &value, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
    if (failed)
        MPI_Reduce(&copy, NULL, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);

    MPI_Finalize();
    return 0;
}
