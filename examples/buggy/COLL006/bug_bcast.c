// MPI_Bcast does not take MPI_IN_PLACE: each rank passes the buffer of its data.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Barrier(MPI_COMM_WORLD);
    MPI_Bcast(value > 0 ? MPI_IN_PLACE : &value, 1, MPI_INT, 0, MPI_COMM_WORLD); // want COLL006 "MPI_Bcast with MPI_IN_PLACE as buffer, which this call does not have"

    MPI_Finalize();
    return 0;
}
