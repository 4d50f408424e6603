// The program keeps the request of the send, and waits for it.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int value = 7;
    MPI_Request request;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, &request);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    MPI_Finalize();
    return 0;
}
