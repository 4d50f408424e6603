// A persistent receive is cancelled before it is started. Some MPI libraries return an error.
#include <mpi.h>

int main(int argc, char **argv) {
    int value;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Recv_init(&value, 1, MPI_INT, MPI_ANY_SOURCE, 0, MPI_COMM_WORLD, &request);
    MPI_Cancel(&request); // want REQ006 "MPI_Cancel of the request of MPI_Recv_init, which is not active"
    MPI_Request_free(&request);
    MPI_Finalize();
    return 0;
}
