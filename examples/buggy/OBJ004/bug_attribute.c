// gomarmot: ranks=1
// Calls for communicators get attribute keys and an error handler of other objects, and
// set an attribute that only the MPI library may set.
#include <mpi.h>
#include <stddef.h>

static void complain(MPI_Win *win, int *error, ...) {
    (void)win;
    (void)error;
}

int main(int argc, char **argv) {
    int key, value = 1;
    MPI_Errhandler handler;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
    MPI_Comm_set_attr(MPI_COMM_SELF, key, &value);         // want OBJ004 "MPI_Comm_set_attr with a key created for datatypes: it needs one for communicators"
    MPI_Comm_set_attr(MPI_COMM_SELF, MPI_TAG_UB, &value);  // want OBJ004 "MPI_Comm_set_attr of a predefined attribute, which is read-only"
    MPI_Comm_delete_attr(MPI_COMM_SELF, MPI_WIN_SIZE);     // want OBJ004 "with the key of MPI_WIN_SIZE, a predefined attribute of windows"
    MPI_Win_create_errhandler(complain, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);       // want OBJ004 "with an error handler created for windows: it needs one for communicators"
    MPI_Errhandler_free(&handler);
    MPI_Type_free_keyval(&key);

    MPI_Finalize();
    return 0;
}
