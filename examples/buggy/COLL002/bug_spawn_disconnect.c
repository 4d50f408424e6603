// gomarmot: ranks=1 hang
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// Only the parent calls MPI_Comm_disconnect. The children end without the call.
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
        MPI_Comm_disconnect(&children); // want COLL002 "MPI_Comm_disconnect is reached by rank 0 but not by ranks? 1"
    } else if (rank == 0) {
        MPI_Recv(&work, 1, MPI_INT, 0, 0, parent, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
