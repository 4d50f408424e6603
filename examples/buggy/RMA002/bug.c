// Every rank puts to its right neighbor. The last rank has none: its target,
// rank 2, is outside the window's group of 2 ranks.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    int rank;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, rank + 1, 0, 1, MPI_INT, win); // want RMA002 "rank 2"
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
