// The program splits a communicator and asks for an extent, and passes NULL for the results.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, NULL); // want OBJ012 "newcomm of MPI_Comm_split is NULL"
    MPI_Type_get_extent(MPI_INT, NULL, NULL);   // want OBJ012 "lb, extent of MPI_Type_get_extent are NULL"
    MPI_Finalize();
    return 0;
}
