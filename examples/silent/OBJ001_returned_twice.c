// gomarmot: ranks=1
// Every call that returns a group or an error handler gives the program one
// reference to free, even when the MPI library returns the same handle again.
#include <mpi.h>

static void complain(MPI_Comm *comm, int *error, ...) {
    (void)comm;
    (void)error;
}

int main(int argc, char **argv) {
    int size;
    MPI_Group one, two;
    MPI_Errhandler handler, got;

    MPI_Init(&argc, &argv);

    MPI_Comm_group(MPI_COMM_WORLD, &one);
    MPI_Comm_group(MPI_COMM_WORLD, &two);
    MPI_Group_free(&one);
    MPI_Group_size(two, &size);
    MPI_Group_free(&two);
    MPI_Comm_create_errhandler(complain, &handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    MPI_Errhandler_free(&handler);
    MPI_Comm_get_errhandler(MPI_COMM_WORLD, &got);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, got);
    MPI_Errhandler_free(&got);

    MPI_Finalize();
    return 0;
}
