// The largest tag is an attribute of communicators, not of windows.
#include <mpi.h>

int main(int argc, char **argv) {
    static int cells[8];
    int flag, *value;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_get_attr(win, MPI_TAG_UB, &value, &flag); // want WIN015 "predefined attribute of communicators"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
