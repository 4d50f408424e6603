// The program deletes a predefined attribute. The attribute belongs to the window until
// the window is freed.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_delete_attr(win, MPI_WIN_BASE); // want WIN015 "MPI_WIN_BASE, which is read-only"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
