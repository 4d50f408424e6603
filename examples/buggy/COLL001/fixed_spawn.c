// gomarmot: ranks=1
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// Parent and child call barrier and broadcast on their intercommunicator in the same order.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm parent, children;
    int value = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
        MPI_Barrier(children);
        MPI_Bcast(&value, 1, MPI_INT, MPI_ROOT, children);
        MPI_Comm_disconnect(&children);
    } else {
        MPI_Barrier(parent);
        MPI_Bcast(&value, 1, MPI_INT, 0, parent);
        MPI_Comm_disconnect(&parent);
    }
    MPI_Finalize();
    return 0;
}
