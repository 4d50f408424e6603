// A copy of a communicator's handle is used after the communicator was freed.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm comm, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    copy = comm;
    MPI_Comm_free(&comm);
    MPI_Comm_rank(copy, &rank); // want OBJ001 "argument comm of MPI_Comm_rank, communicator 1 \(MPI_Comm_dup\) of MPI_COMM_WORLD, is already freed"

    MPI_Finalize();
    return 0;
}
