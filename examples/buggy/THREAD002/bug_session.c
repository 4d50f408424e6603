// gomarmot: skip-openmpi-4.1 it has no sessions
// A library keeps a copy of the session handle, and finalizes the session a second time.
#include <mpi.h>

static MPI_Session of_library;

static void use(MPI_Session session)
{
	MPI_Group group;
	MPI_Comm comm;

	of_library = session;
	MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
	MPI_Comm_create_from_group(group, "library", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
	MPI_Barrier(comm);
	MPI_Comm_free(&comm);
	MPI_Group_free(&group);
}

static void stop_library(void)
{
	MPI_Session_finalize(&of_library); // want THREAD002 "MPI_Session_finalize is called after the last MPI_Session_finalize"
}

int main(void)
{
	MPI_Session session;

	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
	use(session);
	MPI_Session_finalize(&session);
	stop_library();
	return 0;
}
