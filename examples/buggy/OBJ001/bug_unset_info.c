// The variable with the hints of the window is static and never set, so its value is 0,
// which is not MPI_INFO_NULL.
#include <mpi.h>

int main(int argc, char **argv) {
    static MPI_Info hints;
    static int cells[4];
    int *base;
    MPI_Win window;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);

    if (MPI_Win_allocate(sizeof cells, sizeof *cells, hints, MPI_COMM_WORLD, &base, &window) == MPI_SUCCESS) // want OBJ001 "info of MPI_Win_allocate is not the handle of an info object: its value is 0"
        MPI_Win_free(&window);

    MPI_Finalize();
    return 0;
}
