// gomarmot: skip-openmpi-4.1 it has no sessions
// A session ends before MPI_Finalize, and its communicators are freed before it ends.
#include <mpi.h>
#include <stddef.h>

int main(void) {
    int rank, sum;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm, copy;

    MPI_Init(NULL, NULL);
    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "part", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_dup(comm, &copy);
    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, copy);
    MPI_Comm_free(&copy);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    MPI_Finalize();
    return 0;
}
