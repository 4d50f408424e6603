// Allocates a window in shared memory: over the ranks of each host, or over all
// ranks ("hosts"), which the MPI library refuses.
#include <mpi.h>
#include <string.h>

int main(int argc, char **argv) {
    MPI_Comm node, comm = MPI_COMM_WORLD;
    MPI_Win win = MPI_WIN_NULL;
    int *cell;

    MPI_Init(&argc, &argv);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
    if (argc < 2 || strcmp(argv[1], "hosts"))
        comm = node;
    MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
    if (!MPI_Win_allocate_shared(sizeof *cell, sizeof *cell, MPI_INFO_NULL, comm, &cell, &win))
        MPI_Win_free(&win);
    MPI_Comm_free(&node);
    MPI_Finalize();
    return 0;
}
