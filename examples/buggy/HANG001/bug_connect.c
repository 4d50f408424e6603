// gomarmot: ranks=1 hang
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// gomarmot: skip-openmpi-5.0 MPI_Comm_accept hangs or fails there now and then, without gomarmot, too
// Two spawned jobs are connected, and each waits for a message of the other job.
#include <mpi.h>
#include <stddef.h>

static void pass(MPI_Comm first, MPI_Comm second) {
    char port[MPI_MAX_PORT_NAME];

    MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, first, MPI_STATUS_IGNORE);
    MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, second);
}

static void talk(MPI_Comm parent, int accepts) {
    char port[MPI_MAX_PORT_NAME] = "";
    int mine = 1, theirs;
    MPI_Comm other;

    if (accepts) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, parent);
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
    } else {
        MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, parent, MPI_STATUS_IGNORE);
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
    }
    MPI_Recv(&theirs, 1, MPI_INT, 0, 1, other, MPI_STATUS_IGNORE); // want HANG001 "MPI_Recv"
    MPI_Send(&mine, 1, MPI_INT, 0, 1, other);
    MPI_Comm_disconnect(&other);
}

int main(int argc, char **argv) {
    MPI_Comm parent, first, second;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        char *accepts[] = {"accept", NULL};

        MPI_Comm_spawn(argv[0], accepts, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &first, MPI_ERRCODES_IGNORE);
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &second, MPI_ERRCODES_IGNORE);
        pass(first, second);
        MPI_Comm_disconnect(&first);
        MPI_Comm_disconnect(&second);
    } else {
        talk(parent, argc > 1);
        MPI_Comm_disconnect(&parent);
    }
    MPI_Finalize();
    return 0;
}
