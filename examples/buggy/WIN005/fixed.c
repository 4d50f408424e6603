// Every use of the window, through whichever copy of the handle, comes before
// MPI_Win_free.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    MPI_Win win, copy;

    MPI_Init(&argc, &argv);

    MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    copy = win;
    MPI_Win_fence(0, copy);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
