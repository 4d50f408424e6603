// gomarmot: ranks=1
// The program adds an error class and an error code, also one of a predefined class, and then their texts.
#include <mpi.h>

int main(int argc, char **argv) {
    int class, code, other;

    MPI_Init(&argc, &argv);
    MPI_Add_error_class(&class);
    MPI_Add_error_string(class, "the solver does not converge");
    MPI_Add_error_code(class, &code);
    MPI_Add_error_string(code, "the solver does not converge: too many steps");
    MPI_Add_error_code(MPI_ERR_OTHER, &other);
    MPI_Add_error_string(other, "the grid is too fine");
    MPI_Finalize();
    return 0;
}
