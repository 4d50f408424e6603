// gomarmot: ranks=1
// Another part of the program should have created the key, but did not run: the
// variable holds a number that is not a valid key.
#include <mpi.h>

static int key = 12345;

int main(int argc, char **argv) {
    int value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_set_attr(MPI_COMM_SELF, key, &value); // want OBJ001 "not the handle of an attribute key: no call on this rank created it"

    MPI_Finalize();
    return 0;
}
