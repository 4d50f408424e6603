// gomarmot: skip-openmpi-4.1 it has no sessions
// Each session ends after its communicator is freed; the second session outlives the first.
#include <mpi.h>

int main(void) {
    int rank, sum;
    MPI_Session sessions[2];
    MPI_Comm comms[2];

    for (int i = 0; i < 2; i++) {
        MPI_Group group;

        MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &sessions[i]);
        MPI_Group_from_session_pset(sessions[i], "mpi://WORLD", &group);
        MPI_Comm_create_from_group(group, "part", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comms[i]);
        MPI_Group_free(&group);
    }
    MPI_Comm_rank(comms[0], &rank);
    MPI_Comm_free(&comms[0]);
    MPI_Session_finalize(&sessions[0]);

    MPI_Allreduce(&rank, &sum, 1, MPI_INT, MPI_SUM, comms[1]);
    MPI_Comm_free(&comms[1]);
    MPI_Session_finalize(&sessions[1]);
    return 0;
}
