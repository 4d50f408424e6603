// The handle was never set: the program skips the call that creates the window. The value
// of the variable is not even MPI_WIN_NULL.
#include <mpi.h>

static int use_window;
static MPI_Win win;

int main(int argc, char **argv) {
    static int cell;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    if (use_window)
        MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win); // want WIN005 "MPI_Win_fence on an invalid window handle: its value is 0, as if the variable was never set"

    MPI_Finalize();
    return 0;
}
