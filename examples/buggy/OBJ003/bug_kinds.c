// gomarmot: ranks=1
// The program frees a predefined datatype, a predefined operation and the key of a predefined attribute.
#include <mpi.h>

int main(int argc, char **argv) {
    int key = MPI_TAG_UB;
    MPI_Datatype type = MPI_INT;
    MPI_Op op = MPI_SUM;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Type_free(&type);          // want OBJ003 "MPI_Type_free of MPI_INT"
    MPI_Op_free(&op);              // want OBJ003 "MPI_Op_free of MPI_SUM"
    MPI_Comm_free_keyval(&key);    // want OBJ003 "MPI_Comm_free_keyval of the key of a predefined attribute"

    MPI_Finalize();
    return 0;
}
