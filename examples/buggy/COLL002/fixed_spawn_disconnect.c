// gomarmot: ranks=1
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// Both jobs disconnect.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm parent, children;
    int rank, work = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (parent == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_SELF, &children, MPI_ERRCODES_IGNORE);
        MPI_Send(&work, 1, MPI_INT, 0, 0, children);
        MPI_Comm_disconnect(&children);
    } else if (rank == 0) {
        MPI_Recv(&work, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    }

    if (parent != MPI_COMM_NULL)
        MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return 0;
}
