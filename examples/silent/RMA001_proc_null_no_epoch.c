// A put to MPI_PROC_NULL accesses no window, so gomarmot does not ask for an
// epoch around it: a rank without neighbors may leave out the fences too.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int value = 42;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Put(&value, 1, MPI_INT, MPI_PROC_NULL, 0, 1, MPI_INT, win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
