// gomarmot: until=4.0
// Before MPI-4.1, MPI_Win_shared_query is only for windows created by
// MPI_Win_allocate_shared. This window was created by MPI_Win_create.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int unit, *base;
    MPI_Aint size;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_shared_query(win, 0, &size, &unit, &base); // want WIN011 "MPI_Win_create"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
