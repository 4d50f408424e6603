// gomarmot: ranks=1
// gomarmot: skip-mpich MPI_Comm_spawn fails where the process manager cannot start further processes
// A spawned process spawns another process, which receives an integer.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    MPI_Comm parent, child;
    int generation = argc > 1 ? atoi(argv[1]) : 0;
    char next[] = {(char)('1' + generation), 0};
    char *args[] = {next, NULL};
    int value;
    int work = 1;

    MPI_Init(&argc, &argv);
    MPI_Comm_get_parent(&parent);
    if (generation < 2) {
        MPI_Comm_spawn(argv[0], args, 1, MPI_INFO_NULL, 0, MPI_COMM_SELF, &child, MPI_ERRCODES_IGNORE);
        if (generation == 1)
            MPI_Send(&work, 1, MPI_INT, 0, 4, child);
        MPI_Comm_disconnect(&child);
    } else {
        MPI_Recv(&value, 1, MPI_INT, 0, 4, parent, MPI_STATUS_IGNORE);
    }
    if (parent != MPI_COMM_NULL)
        MPI_Comm_disconnect(&parent);
    MPI_Finalize();
    return 0;
}
