// The program sends to a neighbor, if there is one, and does not want to keep the request.
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
