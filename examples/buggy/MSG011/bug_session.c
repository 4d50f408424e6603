// gomarmot: skip-openmpi-4.1 it has no sessions
// Rank 1 finds a message with MPI_Mprobe and ends its session without receiving the message.
#include <mpi.h>

int main(void) {
    int rank, value = 3;
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;
    MPI_Message message;
    MPI_Status status;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "solver", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&group);
    MPI_Comm_rank(comm, &rank);
    if (rank == 0) {
        MPI_Send(&value, 1, MPI_INT, 1, 0, comm);
    } else {
        MPI_Mprobe(0, 0, comm, &message, &status); // want MSG011 "the message that MPI_Mprobe has found is never received"
    }
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
