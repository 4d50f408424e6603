// gomarmot: skip-openmpi-4.1 it has no sessions
// Both ranks wait for the exposure epochs that they posted before the window is freed and the session ends.
#include <mpi.h>

int main(void) {
    int rank, *base;
    MPI_Session session;
    MPI_Group all, other;
    MPI_Comm comm;
    MPI_Win win;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
    MPI_Comm_create_from_group(all, "posts", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Comm_rank(comm, &rank);
    int peer = 1 - rank;
    MPI_Group_incl(all, 1, &peer, &other);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, comm, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_post(other, 0, win);
    MPI_Win_start(other, 0, win);
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_complete(win);
    MPI_Win_wait(win);
    MPI_Barrier(comm);

    MPI_Group_free(&other);
    MPI_Group_free(&all);
    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
