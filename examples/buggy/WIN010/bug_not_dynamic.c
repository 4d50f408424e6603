// Memory can be attached only to a window created by MPI_Win_create_dynamic. This window
// was created by MPI_Win_create over its own memory.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8], more[8];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_attach(win, more, sizeof more); // want WIN010 "MPI_Win_create_dynamic"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
