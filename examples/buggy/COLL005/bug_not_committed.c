// The program broadcasts with a datatype that it has not committed.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    int field[8] = {0};
    MPI_Datatype column;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Type_vector(4, 1, 2, MPI_INT, &column);
    MPI_Bcast(field, 1, column, 0, MPI_COMM_WORLD); // want COLL005 "the datatype for buffer of MPI_Bcast, MPI_Type_vector datatype, is not committed"
    MPI_Type_free(&column);

    MPI_Finalize();
    return 0;
}
