// MPI_Intercomm_merge gets MPI_COMM_WORLD, which is not an intercommunicator.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm other;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Intercomm_merge(MPI_COMM_WORLD, 0, &other); // want OBJ004 "MPI_Intercomm_merge on MPI_COMM_WORLD, which is an intracommunicator: it needs an intercommunicator"

    MPI_Finalize();
    return 0;
}
