// Another part of the program should have created the key, but did not run: the
// variable holds a number that is not a valid key.
#include <mpi.h>

static int key = 12345;

int main(int argc, char **argv) {
    static int cells[8], note = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_set_attr(win, key, &note); // want WIN015 "invalid attribute key"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
