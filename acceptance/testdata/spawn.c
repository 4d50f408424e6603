// Two jobs: the processes that mpiexec starts spawn two more of this program.
// Each job uses a window of its own. Under "session" no world is initialized.
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void use_window(MPI_Comm comm)
{
    int rank, size, *cell;
    MPI_Win win;

    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Win_allocate(sizeof *cell, sizeof *cell, MPI_INFO_NULL, comm, &cell, &win);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, (rank + 1) % size, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
}

static int worlds(int argc, char **argv)
{
    MPI_Comm parent, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL)
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other, MPI_ERRCODES_IGNORE);
    else
        other = parent;
    use_window(MPI_COMM_WORLD);
    MPI_Comm_disconnect(&other);
    MPI_Finalize();
    return 0;
}

#if MPI_VERSION >= 4
static int session(void)
{
    MPI_Session session;
    MPI_Group group;
    MPI_Comm comm;

    MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
    MPI_Group_from_session_pset(session, "mpi://WORLD", &group);
    MPI_Comm_create_from_group(group, "gomarmot", MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &comm);
    use_window(comm);
    MPI_Group_free(&group);
    MPI_Comm_free(&comm);
    return MPI_Session_finalize(&session);
}
#else
static int session(void)
{
    puts("this MPI has no sessions");
    return 0;
}
#endif

int main(int argc, char **argv)
{
    return argc > 1 && !strcmp(argv[1], "session") ? session() : worlds(argc, argv);
}
