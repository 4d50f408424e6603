// MPI_Win_free_keyval has set the key to
// MPI_KEYVAL_INVALID; then the program uses the key.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    static int cells[8], note = 1;
    MPI_Win win;
    int key;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);
    MPI_Win_free_keyval(&key);

    MPI_Win_set_attr(win, key, &note); // want WIN015 "MPI_KEYVAL_INVALID"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
