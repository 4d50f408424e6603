// gomarmot: ranks=2
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// Two ranks spawn two processes of the same program. Parents and children exchange messages, make
// collective calls on the intercommunicator and on the communicator merged from it, and disconnect.
#include <mpi.h>
#include <stdio.h>

static void talk(MPI_Comm inter, int child) {
    MPI_Comm all;
    int rank, other = -1, sum;

    MPI_Comm_rank(inter, &rank);
    MPI_Sendrecv(&rank, 1, MPI_INT, rank, 3, &other, 1, MPI_INT, rank, 3, inter, MPI_STATUS_IGNORE);
    MPI_Barrier(inter);
    MPI_Intercomm_merge(inter, child, &all);
    MPI_Allreduce(&other, &sum, 1, MPI_INT, MPI_SUM, all);
    if (sum != 2)
        printf("the sum is %d\n", sum);
    MPI_Comm_free(&all);
    MPI_Comm_disconnect(&inter);
}

int main(int argc, char **argv) {
    MPI_Comm parent, children;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (parent == MPI_COMM_NULL) {
        MPI_Comm_spawn(argv[0], MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &children, MPI_ERRCODES_IGNORE);
        talk(children, 0);
    } else {
        talk(parent, 1);
    }
    MPI_Finalize();
    return 0;
}
