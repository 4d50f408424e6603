// gomarmot: ranks=2 hang
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// Rank 0 alone calls MPI_Comm_spawn, which is collective over both ranks: rank 1 waits for a message of rank 0.
#include <mpi.h>

int main(int argc, char **argv) {
    MPI_Comm parent, children;
    int rank, work = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    if (parent != MPI_COMM_NULL) {
        MPI_Comm_disconnect(&parent);
    } else if (rank == 0) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE); // want COLL002 "MPI_Comm_spawn is reached by rank 0 but not by rank 1, which is in MPI_Recv and waits for a message"
        MPI_Send(&work, 1, MPI_INT, 1, 0, MPI_COMM_WORLD);
        MPI_Comm_disconnect(&children);
    } else {
        MPI_Recv(&work, 1, MPI_INT, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    }

    MPI_Finalize();
    return 0;
}
