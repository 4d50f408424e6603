// MPI_Allreduce does not take MPI_IN_PLACE on an intercommunicator.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 1, sum = 0;
    MPI_Comm between;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 5, &between);
    MPI_Allreduce(value > 0 ? MPI_IN_PLACE : &value, &sum, 1, MPI_INT, MPI_SUM, between); // want COLL006 "MPI_Allreduce with MPI_IN_PLACE as sendbuf on an intercommunicator"
    MPI_Comm_free(&between);

    MPI_Finalize();
    return 0;
}
