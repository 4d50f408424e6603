// The program frees MPI_COMM_WORLD through a variable that holds the handle.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm comm = MPI_COMM_WORLD;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Comm_free(&comm); // want OBJ003 "MPI_Comm_free of MPI_COMM_WORLD"

    MPI_Finalize();
    return 0;
}
