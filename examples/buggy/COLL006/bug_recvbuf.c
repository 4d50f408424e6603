// MPI_IN_PLACE stands for the send buffer of an all-to-all call, not for the
// receive buffer.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int data[2] = {0};

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Alltoall(data, 1, MPI_INT, MPI_IN_PLACE, 1, MPI_INT, MPI_COMM_WORLD); // want COLL006 "MPI_Alltoall with MPI_IN_PLACE as recvbuf, which this call does not have"

    MPI_Finalize();
    return 0;
}
