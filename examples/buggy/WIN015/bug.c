// The size of a window is a predefined attribute. It is read-only: setting
// it does not make the window grow.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    MPI_Aint size = sizeof cells / 2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_set_attr(win, MPI_WIN_SIZE, &size); // want WIN015 "MPI_WIN_SIZE, which is read-only"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
