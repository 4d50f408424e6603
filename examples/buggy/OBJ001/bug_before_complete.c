// The copy of a communicator is used while MPI_Comm_idup is still under way.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm copy;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_idup(MPI_COMM_WORLD, &copy, &request);
    MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN); // want OBJ001 "MPI_Comm_set_errhandler uses communicator 1 \(MPI_Comm_idup\) of MPI_COMM_WORLD before the request of MPI_Comm_idup is complete"
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Barrier(copy);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    return 0;
}
