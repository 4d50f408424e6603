// A call for intercommunicators gets an intracommunicator, and calls for intracommunicators get an intercommunicator.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    static const int dims[2] = {1, 0};
    int n;
    MPI_Comm inter, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_remote_size(MPI_COMM_WORLD, &n); // want OBJ004 "MPI_Comm_remote_size on MPI_COMM_WORLD, which is an intracommunicator"
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 1 - rank, 7, &inter);
    MPI_Comm_set_errhandler(inter, MPI_ERRORS_RETURN);
    MPI_Scan(&rank, &n, 1, MPI_INT, MPI_SUM, inter);         // want OBJ004 "MPI_Scan on .*, which is an intercommunicator"
    MPI_Cart_create(inter, 1, dims, dims + 1, 0, &other);    // want OBJ004 "MPI_Cart_create on .*, which is an intercommunicator"
    MPI_Comm_free(&inter);

    MPI_Finalize();
    return 0;
}
