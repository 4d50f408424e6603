// The key was made for communicators. Keys for windows are made by
// MPI_Win_create_keyval.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    static int cells[8], note = 1;
    MPI_Win win;
    int key;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);

    MPI_Win_set_attr(win, key, &note); // want WIN015 "a key created for communicators"

    MPI_Comm_free_keyval(&key);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
