// A key may be freed while a window has an attribute of that key: the key exists
// until its last attribute is deleted. Here the program deletes one attribute,
// and MPI_Win_free deletes the other attribute.
#include <mpi.h>
#include <stdlib.h>

static int deleted;

static int count(MPI_Win win, int key, void *value, void *extra) {
    (void)win, (void)key, (void)value, (void)extra;
    deleted++;
    return MPI_SUCCESS;
}

int main(int argc, char **argv) {
    static int cells[8], notes[2] = {1, 2};
    int key, other, copy, flag, *value;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, count, &key, NULL);
    MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, count, &other, NULL);
    copy = key;

    MPI_Win_get_attr(win, key, &value, &flag); // a key without an attribute
    if (flag)
        abort();
    MPI_Win_set_attr(win, key, &notes[0]);
    MPI_Win_set_attr(win, other, &notes[1]);
    MPI_Win_free_keyval(&key);
    MPI_Win_free_keyval(&other);
    MPI_Win_get_attr(win, copy, &value, &flag);
    MPI_Win_delete_attr(win, copy);

    MPI_Win_free(&win);
    if (deleted != 2)
        abort();
    MPI_Finalize();
    return 0;
}
