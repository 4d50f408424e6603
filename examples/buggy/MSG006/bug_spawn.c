// gomarmot: ranks=1
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// The spawned process receives an integer as a float.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm parent, children;
    float value;
    int work = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
        MPI_Send(&work, 1, MPI_INT, 0, 4, children);
        MPI_Comm_disconnect(&children);
    } else {
        MPI_Recv(&value, 1, MPI_FLOAT, 0, 4, parent, MPI_STATUS_IGNORE); // want MSG006 "MPI_INT"
        MPI_Comm_disconnect(&parent);
    }
    MPI_Finalize();
    return 0;
}
