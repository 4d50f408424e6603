// gomarmot: ranks=1
// The communicator should have been created in another function, which was never
// called.
#include <mpi.h>

static MPI_Comm rows;

int main(int argc, char **argv) {
    int size;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_size(rows, &size); // want OBJ001 "argument comm of MPI_Comm_size is not the handle of a communicator: its value is 0"

    MPI_Finalize();
    return 0;
}
