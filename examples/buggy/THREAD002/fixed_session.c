// gomarmot: skip-openmpi-4.1 it has no sessions
// The library has a session of its own, which ends after the session of the program.
#include <mpi.h>

static MPI_Session of_library;

static void start_library(void)
{
	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &of_library);
}

static void stop_library(void)
{
	MPI_Session_finalize(&of_library);
}

int main(void)
{
	MPI_Session session;
	MPI_Group group;
	MPI_Comm comm;

	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
	MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
	MPI_Comm_create_from_group(group, "program", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
	MPI_Barrier(comm);
	MPI_Comm_free(&comm);
	MPI_Group_free(&group);
	start_library();
	MPI_Session_finalize(&session);
	stop_library();
	return 0;
}
