// gomarmot: skip-openmpi-4.1 it has no sessions
// The library uses the communicator that it has created from the session.
#include <mpi.h>
#include <stdio.h>

static MPI_Session session;
static MPI_Comm all;

static void start(void)
{
	MPI_Group group;

	MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_RETURN, &session);
	MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
	MPI_Comm_create_from_group(group, "library", MPI_INFO_NULL, MPI_ERRORS_RETURN, &all);
	MPI_Group_free(&group);
}

int main(void)
{
	int mine = 1, sum = 0;

	start();
	MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, all);
	MPI_Allreduce(&sum, &mine, 1, MPI_INT, MPI_SUM, all);
	printf("%d\n", mine);
	MPI_Comm_free(&all);
	MPI_Session_finalize(&session);
	return 0;
}
