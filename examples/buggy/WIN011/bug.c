// MPI_Win_shared_query asks for the memory that belongs to a window since its creation. A
// dynamic window has no memory of its own.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int unit, *base;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_attach(win, cells, sizeof cells);

    MPI_Win_shared_query(win, 0, &size, &unit, &base); // want WIN011 "dynamic"

    MPI_Win_detach(win, cells);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
