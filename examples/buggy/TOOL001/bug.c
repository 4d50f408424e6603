// The window is created by calling PMPI_Win_create, past the interception, as a
// library with its own profiling does. Its history is unknown from then on.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank, value = 42;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    PMPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);

    MPI_Win_fence(0, win); // want TOOL001 "window"
    if (rank == 0)
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
