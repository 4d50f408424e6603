// gomarmot: ranks=1
// The program gives a predefined error class a text of its own. It may do so only with classes and codes that it has
// added.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Add_error_string(MPI_ERR_OTHER, "the solver does not converge"); // want OBJ004 "^MPI_Add_error_string of MPI_ERR_OTHER, which is predefined$"
    MPI_Finalize();
    return 0;
}
