// Each rank passes the same array as send and receive buffer, without MPI_IN_PLACE.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    double values[8] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Allreduce(values, values, 8, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); // want COLL006 "sendbuf and recvbuf of MPI_Allreduce are the same buffer; MPI_IN_PLACE as sendbuf says so"

    MPI_Finalize();
    return 0;
}
