// gomarmot: ranks=1
// The program sets an attribute with an invalid key and with a freed key.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int key = MPI_KEYVAL_INVALID, copy, value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_set_attr(MPI_COMM_SELF, key, &value); // want OBJ001 "argument comm_keyval of MPI_Comm_set_attr is MPI_KEYVAL_INVALID"
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
    copy = key;
    MPI_Comm_free_keyval(&key);
    MPI_Comm_set_attr(MPI_COMM_SELF, copy, &value); // want OBJ001 "argument comm_keyval of MPI_Comm_set_attr, an attribute key, is already freed"

    MPI_Finalize();
    return 0;
}
