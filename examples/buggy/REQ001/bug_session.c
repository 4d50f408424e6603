// gomarmot: skip-openmpi-4.1 it has no sessions
// The session ends before the send is completed.
#include <mpi.h>

int main(void) {
    int rank, out = 3, in = 0;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Request requests[2];

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "solver", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    MPI_Irecv(&in, 1, MPI_INT, 1 - rank, 0, comm, &requests[0]);
    MPI_Isend(&out, 1, MPI_INT, 1 - rank, 0, comm, &requests[1]); // want REQ001 "operation of MPI_Isend is never completed"
    MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
