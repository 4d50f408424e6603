// MPI_Intercomm_create gets leaders that the groups do not have.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank;
    MPI_Comm inter;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Intercomm_create(MPI_COMM_SELF, 1, MPI_COMM_WORLD, 1 - rank, 7, &inter); // want OBJ004 "with local_leader 1, but MPI_COMM_SELF has ranks 0 to 0"
    MPI_Intercomm_create(MPI_COMM_SELF, 0, MPI_COMM_WORLD, 2, 7, &inter);        // want OBJ004 "with remote_leader 2, but MPI_COMM_WORLD has ranks 0 to 1"

    MPI_Finalize();
    return 0;
}
