// The block length is the number of columns.
#include <mpi.h>

int main(int argc, char **argv) {
    int columns = 2;
    MPI_Datatype type;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Type_vector(4, columns, 8, MPI_DOUBLE, &type);
    MPI_Type_free(&type);

    MPI_Finalize();
    return 0;
}
