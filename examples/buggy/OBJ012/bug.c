// The program sends to MPI_PROC_NULL, and passes NULL for the request.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int value = 7;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Isend(&value, 1, MPI_INT, MPI_PROC_NULL, 3, MPI_COMM_WORLD, NULL); // want OBJ012 "request of MPI_Isend is NULL"
    MPI_Finalize();
    return 0;
}
