// gomarmot: ranks=1
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// gomarmot: skip-openmpi-5.0 MPI_Comm_accept hangs or fails there now and then, without gomarmot, too
// A spawned job connects to its parent job and receives an integer as a float.
#include <mpi.h>

static void serve(MPI_Comm client) {
    char port[MPI_MAX_PORT_NAME] = "";
    int value = 1;
    MPI_Comm other;

    MPI_Open_port(MPI_INFO_NULL, port);
    MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, client);
    MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
    MPI_Send(&value, 1, MPI_INT, 0, 1, other); // want MSG006 "MPI_FLOAT"
    MPI_Comm_disconnect(&other);
    MPI_Comm_disconnect(&client);
    MPI_Close_port(port);
}

static void ask(MPI_Comm server) {
    char port[MPI_MAX_PORT_NAME];
    float value;
    MPI_Comm other;

    MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, server, MPI_STATUS_IGNORE);
    MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
    MPI_Recv(&value, 1, MPI_FLOAT, 0, 1, other, MPI_STATUS_IGNORE);
    MPI_Comm_disconnect(&other);
    MPI_Comm_disconnect(&server);
}

int main(int argc, char **argv) {
    MPI_Comm parent, children;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
        serve(children);
    } else {
        ask(parent);
    }
    MPI_Finalize();
    return 0;
}
