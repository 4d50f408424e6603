// The error handler was freed after it was set on the first window; the second window gets
// a stale copy of the handle.
#include <mpi.h>
#include <stdio.h>

static void complain(MPI_Win *win, int *error, ...) {
    (void)win;
    fprintf(stderr, "error %d\n", *error);
}

int main(int argc, char **argv) {
    static int cells[8];
    MPI_Errhandler handler, copy;
    MPI_Win first, second;

    MPI_Init(&argc, &argv);
    MPI_Win_create(&cells[0], 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &first);
    MPI_Win_create(&cells[4], 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &second);
    MPI_Win_create_errhandler(complain, &handler);
    copy = handler;
    MPI_Win_set_errhandler(first, handler);
    MPI_Errhandler_free(&handler);

    MPI_Win_set_errhandler(second, copy); // want WIN015 "an error handler that is already freed"

    MPI_Win_free(&second);
    MPI_Win_free(&first);
    MPI_Finalize();
    return 0;
}
