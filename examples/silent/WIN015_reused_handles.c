// MPI libraries give new keys, error handlers and info objects the handle values
// of freed objects, even of another kind.
#include <mpi.h>
#include <stddef.h>

static void of_comm(MPI_Comm *comm, int *error, ...) { (void)comm, (void)error; }
static void of_file(MPI_File *file, int *error, ...) { (void)file, (void)error; }
static void of_win(MPI_Win *win, int *error, ...) { (void)win, (void)error; }

int main(int argc, char **argv) {
    static int cells[8], note;

    MPI_Init(&argc, &argv);
    for (int i = 0; i < 4; i++) {
        MPI_Errhandler handler;
        MPI_Info info;
        MPI_Win win;
        int key;

        MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, MPI_COMM_NULL_DELETE_FN, &key, NULL);
        MPI_Comm_set_attr(MPI_COMM_WORLD, key, &note);
        MPI_Comm_delete_attr(MPI_COMM_WORLD, key);
        MPI_Comm_free_keyval(&key);
        MPI_Type_create_keyval(MPI_TYPE_NULL_COPY_FN, MPI_TYPE_NULL_DELETE_FN, &key, NULL);
        MPI_Type_free_keyval(&key);
        MPI_Comm_create_errhandler(of_comm, &handler);
        MPI_Errhandler_free(&handler);
        MPI_File_create_errhandler(of_file, &handler);
        MPI_Errhandler_free(&handler);
        MPI_Info_create(&info);
        MPI_Info_free(&info);

        MPI_Comm_get_info(MPI_COMM_WORLD, &info);
        MPI_Win_create(cells, sizeof cells, sizeof(int), info, MPI_COMM_WORLD, &win);
        MPI_Info_free(&info);
        MPI_Info_create(&info);
        MPI_Win_set_info(win, info);
        MPI_Info_free(&info);
        MPI_Win_create_keyval(MPI_WIN_NULL_COPY_FN, MPI_WIN_NULL_DELETE_FN, &key, NULL);
        MPI_Win_set_attr(win, key, &note);
        MPI_Win_free_keyval(&key);
        MPI_Win_create_errhandler(of_win, &handler);
        MPI_Win_set_errhandler(win, handler);
        MPI_Errhandler_free(&handler);
        MPI_Win_free(&win);
    }
    MPI_Finalize();
    return 0;
}
