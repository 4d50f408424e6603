/* A program of the sessions model alone. Linked with MPICH. */
#include <mpi.h>

int main(void)
{
	MPI_Session session;
	MPI_Group group;
	MPI_Comm comm;
	MPI_Win win;
	int *base;

	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
	MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
	MPI_Comm_create_from_group(group, "tag", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
	MPI_Win_allocate(64, 4, MPI_INFO_NULL, comm, &base, &win);
	MPI_Win_free(&win);
	MPI_Comm_free(&comm);
	MPI_Group_free(&group);
	MPI_Session_finalize(&session);
	return 0;
}
