// The halo cell of the neighbor lies before its first cell. The window starts at the first
// cell, and a displacement must not be negative.
#include <mpi.h>

int main(int argc, char **argv) {
    static int field[10];
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&field[1], 9 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0)
        MPI_Put(&rank, 1, MPI_INT, 1, -1, 1, MPI_INT, win); // want RMA003 "displacement -1"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
