// Regions attached to one dynamic window must not overlap. The second region starts 8
// bytes before the end of the first region.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[16];
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_attach(win, &cells[0], 10 * sizeof(int));
    MPI_Win_attach(win, &cells[8], 8 * sizeof(int)); // want WIN010 "overlap"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
