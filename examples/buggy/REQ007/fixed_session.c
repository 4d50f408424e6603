// gomarmot: skip-openmpi-4.1 it has no sessions
// The persistent requests are freed before the session ends.
#include <mpi.h>

int main(void) {
    int rank, value = 3;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Request request;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "solver", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0)
        MPI_Send_init(&value, 1, MPI_INT, 1, 0, comm, &request);
    else
        MPI_Recv_init(&value, 1, MPI_INT, 0, 0, comm, &request);
    for (int step = 0; step < 3; step++) {
        MPI_Start(&request);
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    }
    MPI_Request_free(&request);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
