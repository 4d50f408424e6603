// gomarmot: ranks=1
// MPI_COMM_SELF is disconnected.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm comm = MPI_COMM_SELF;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_disconnect(&comm); // want OBJ003 "MPI_Comm_disconnect of MPI_COMM_SELF"

    MPI_Finalize();
    return 0;
}
