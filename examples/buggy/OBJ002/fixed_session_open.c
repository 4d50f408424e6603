// gomarmot: skip-openmpi-4.1 it has no sessions
// The session outlives MPI_Finalize: its objects are freed later, and the session ends when the program exits.
#include <mpi.h>
#include <stddef.h>

static MPI_Session session;

__attribute__((destructor)) static void end_session(void) {
    MPI_Session_finalize(&session);
}

int main(void) {
    int rank, sum;
    MPI_Group group;
    MPI_Comm copy, comm;

    MPI_Init(NULL, NULL);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "part", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
    MPI_Comm_free(&copy);
    MPI_Finalize();
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comm);
    MPI_Comm_free(&comm);
    MPI_Group_free(&group);
    return 0;
}
