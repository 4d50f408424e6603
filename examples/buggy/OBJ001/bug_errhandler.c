// gomarmot: ranks=1
// The program sets a null error handler and a freed error handler.
#include <mpi.h>

static void complain(MPI_Comm *comm, int *error, ...) {
    (void)comm;
    (void)error;
}

int main(int argc, char **argv) {
    MPI_Errhandler handler, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRHANDLER_NULL); // want OBJ001 "argument errhandler of MPI_Comm_set_errhandler is MPI_ERRHANDLER_NULL"
    MPI_Comm_create_errhandler(complain, &handler);
    copy = handler;
    MPI_Errhandler_free(&handler);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, copy); // want OBJ001 "argument errhandler of MPI_Comm_set_errhandler, an error handler, is already freed"
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Finalize();
    return 0;
}
