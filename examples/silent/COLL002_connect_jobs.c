// gomarmot: ranks=2
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// gomarmot: skip-openmpi-5.0 MPI_Comm_accept hangs or fails there now and then, without gomarmot, too
// Two spawned jobs connect in turn to the job that has spawned them, through the same port.
#include <mpi.h>

static void talk(MPI_Comm other, int high) {
    MPI_Comm all;
    int rank, value = 7, sum;

    MPI_Comm_rank(other, &rank);
    MPI_Bcast(&value, 1, MPI_INT, high ? 0 : rank ? MPI_PROC_NULL : MPI_ROOT, other);
    MPI_Intercomm_merge(other, high, &all);
    MPI_Allreduce(&value, &sum, 1, MPI_INT, MPI_SUM, all);
    MPI_Comm_free(&all);
    if (high)
        MPI_Send(&sum, 1, MPI_INT, 1, 5, other);
    else if (rank == 1)
        MPI_Recv(&sum, 1, MPI_INT, 0, 5, other, MPI_STATUS_IGNORE);
    MPI_Barrier(other);
    MPI_Comm_disconnect(&other);
}

int main(int argc, char **argv) {
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm parent, jobs[2], other;
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    if (parent == MPI_COMM_NULL) {
        if (rank == 0)
            MPI_Open_port(MPI_INFO_NULL, port);
        for (int i = 0; i < 2; i++)
            MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &jobs[i], MPI_ERRCODES_IGNORE);
        for (int i = 0; i < 2; i++) {
            if (rank == 0)
                MPI_Send(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, jobs[i]);
            MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
            talk(other, 0);
            MPI_Comm_disconnect(&jobs[i]);
        }
        if (rank == 0)
            MPI_Close_port(port);
    } else {
        MPI_Recv(port, MPI_MAX_PORT_NAME, MPI_CHAR, 0, 0, parent, MPI_STATUS_IGNORE);
        MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &other);
        talk(other, 1);
        MPI_Comm_disconnect(&parent);
    }
    MPI_Finalize();
    return 0;
}
