// gomarmot: ranks=1
// The program frees predefined datatypes that MPI_Type_create_f90_real and MPI_Type_match_size have returned.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Datatype real;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Type_create_f90_real(15, 100, &real);
    MPI_Type_free(&real); // want OBJ003 "MPI_Type_free of a predefined datatype, which MPI_Type_create_f90_real returned"
    MPI_Type_match_size(MPI_TYPECLASS_REAL, 8, &real);
    MPI_Type_free(&real); // want OBJ003 "MPI_Type_free of "

    MPI_Finalize();
    return 0;
}
