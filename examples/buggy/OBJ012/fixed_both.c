// The program passes a variable for each result.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    MPI_Comm comm;
    MPI_Aint lb, extent;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_split(MPI_COMM_WORLD, 0, 0, &comm);
    MPI_Type_get_extent(MPI_INT, &lb, &extent);
    MPI_Comm_free(&comm);
    MPI_Finalize();
    return 0;
}
