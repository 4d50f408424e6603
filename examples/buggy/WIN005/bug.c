// gomarmot: hang
// A copy of the window handle outlives the window: MPI_Win_free sets only the
// variable passed to it to MPI_WIN_NULL; the copy refers to a freed window.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    MPI_Win win, copy;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    copy = win;
    MPI_Win_free(&win);
    MPI_Win_fence(0, copy); // want WIN005 "freed"

    MPI_Finalize();
    return 0;
}
