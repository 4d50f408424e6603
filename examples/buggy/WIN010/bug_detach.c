// MPI_Win_detach takes the base address of an
// attached region, not an address inside the region.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[16];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_attach(win, cells, sizeof cells);
    MPI_Win_detach(win, &cells[8]); // want WIN010 "not attached"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
