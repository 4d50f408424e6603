// gomarmot: skip-openmpi-4.1 it has no sessions
// A fence ends the epoch of the put before the window is freed and the session ends.
#include <mpi.h>

int main(void) {
    int rank, *base;
    MPI_Session session;
    MPI_Group all;
    MPI_Comm comm;
    MPI_Win win;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &all);
    MPI_Comm_create_from_group(all, "fences", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    MPI_Group_free(&all);
    MPI_Comm_rank(comm, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, comm, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    MPI_Comm_free(&comm);
    MPI_Session_finalize(&session);
    return 0;
}
