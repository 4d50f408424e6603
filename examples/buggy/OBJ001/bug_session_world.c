// gomarmot: skip-openmpi-4.1 it has no sessions
// A library opens a session, since it cannot know whether its user calls MPI_Init, and then uses MPI_COMM_WORLD.
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
	MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD); // want OBJ001 "argument comm of MPI_Allreduce is MPI_COMM_WORLD, but this process has not called MPI_Init"
	printf("%d\n", sum);
	MPI_Comm_free(&all);
	MPI_Session_finalize(&session);
	return 0;
}
