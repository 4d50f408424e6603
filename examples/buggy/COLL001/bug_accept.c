// gomarmot: ranks=2 hang
// gomarmot: skip-mpich a port of Debian's MPICH cannot be opened
// gomarmot: skip-openmpi-5.0 MPI_Comm_accept hangs or fails there now and then, without gomarmot, too
// Two ranks of one job connect through a port, and call barrier and broadcast in opposite order.
#include <mpi.h>

int main(int argc, char **argv) {
    char port[MPI_MAX_PORT_NAME] = "";
    int rank, value = 1;
    MPI_Comm other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (rank == 0) {
        MPI_Open_port(MPI_INFO_NULL, port);
        MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
        MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        MPI_Barrier(other); // want COLL001 "MPI_Barrier"
        MPI_Bcast(&value, 1, MPI_INT, MPI_ROOT, other);
    } else {
        MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &other);
        MPI_Bcast(&value, 1, MPI_INT, 0, other);
        MPI_Barrier(other);
    }
    MPI_Comm_disconnect(&other);
    if (rank == 0)
        MPI_Close_port(port);
    MPI_Finalize();
    return 0;
}
