// gomarmot: skip-openmpi-4.1 it has no sessions
// MPI_Finalize is called, and the session goes on: it is never finalized, and the copy of MPI_COMM_WORLD never freed.
#include <mpi.h>
#include <stddef.h>

int main(void) {
    int rank, sum;
    MPI_Session session;
    MPI_Comm copy;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session); // want OBJ002 "the session that MPI_Session_init returned was not finalized before the process ended"
    MPI_Comm_dup(MPI_COMM_WORLD, &copy); // want OBJ002 "the communicator that MPI_Comm_dup returned was not freed before the process ended"
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
    MPI_Finalize();
    return 0;
}
