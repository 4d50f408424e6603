// The region that is attached was never allocated.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    int *cells = NULL;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_attach(win, cells, 16 * sizeof(int)); // want WIN010 "64 bytes at NULL"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
