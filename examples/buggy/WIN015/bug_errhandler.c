// The error handler was made for communicators: called for a window, it would take the
// window for a communicator.
#include <mpi.h>
#include <stdio.h>

static void complain(MPI_Comm *comm, int *error, ...) {
    (void)comm;
    fprintf(stderr, "error %d\n", *error);
}

int main(int argc, char **argv) {
    static int cells[8];
    MPI_Errhandler handler;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_create_errhandler(complain, &handler);

    MPI_Win_set_errhandler(win, handler); // want WIN015 "an error handler created for communicators"

    MPI_Errhandler_free(&handler);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
