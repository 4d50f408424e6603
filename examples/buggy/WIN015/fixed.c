// The program keeps its own data in an attribute with a key of its own, and only reads the
// predefined attributes.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    static int cells[8];
    MPI_Aint part = sizeof cells / 2, *size, *mine;
    MPI_Win win;
    int key, flag;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);

    MPI_Win_set_attr(win, key, &part);
    MPI_Win_get_attr(win, MPI_WIN_SIZE, &size, &flag);
    if (!flag || *size != sizeof cells)
        abort();
    MPI_Win_get_attr(win, key, &mine, &flag);
    if (!flag || *mine != part)
        abort();
    MPI_Win_delete_attr(win, key);

    MPI_Win_free_keyval(&key);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
