// Each local leader passes MPI_COMM_NULL as the peer communicator.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm inter;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_NULL, 1 - rank, 7, &inter); // want OBJ001 "argument peer_comm of MPI_Intercomm_create is MPI_COMM_NULL"

    MPI_Finalize();
    return 0;
}
