// Each part of the program keeps a copy of the key. The key is freed after its last
// attribute is deleted, and used again through a copy.
#include <mpi.h>
#include <stddef.h>

int main(int argc, char **argv) {
    static int cells[8], note = 1;
    int key, copy, flag, *value;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);
    copy = key;
    MPI_Win_set_attr(win, key, &note);
    MPI_Win_delete_attr(win, key);
    MPI_Win_free_keyval(&key);

    MPI_Win_get_attr(win, copy, &value, &flag); // want WIN015 "a key that is already freed"

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
