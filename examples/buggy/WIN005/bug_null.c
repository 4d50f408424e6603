// MPI_Win_free has set the handle to MPI_WIN_NULL. The fence, which should come before
// MPI_Win_free, gets no window.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cell;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Comm_set_errhandler(MPI_COMM_SELF, MPI_ERRORS_RETURN);

    MPI_Win_create(&cell, sizeof cell, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);
    MPI_Win_fence(0, win); // want WIN005 "MPI_WIN_NULL"

    MPI_Finalize();
    return 0;
}
