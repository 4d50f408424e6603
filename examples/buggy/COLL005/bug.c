// The root is a rank of the communicator: with two processes there is no rank 2.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int value = 0;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Bcast(&value, 1, MPI_INT, 2, MPI_COMM_WORLD); // want COLL005 "MPI_Bcast with root 2, but the ranks of the communicator are 0 to 1"

    MPI_Finalize();
    return 0;
}
