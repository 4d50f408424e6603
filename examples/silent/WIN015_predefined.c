// The program reads the predefined attributes of windows. MPI_ERRORS_RETURN, MPI_ERRORS_ARE_FATAL and MPI_INFO_NULL
// are valid for every kind of object.
#include <mpi.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    static int cells[8];
    const int keys[] = {MPI_WIN_BASE, MPI_WIN_SIZE, MPI_WIN_DISP_UNIT, MPI_WIN_CREATE_FLAVOR, MPI_WIN_MODEL};
    MPI_Errhandler handler;
    MPI_Info info;
    MPI_Win win;
    void *value;
    int flag;

    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Win_create(cells, sizeof cells, sizeof(int), info, MPI_COMM_WORLD, &win);
    MPI_Info_free(&info); // the window no longer needs the info object
    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++) {
        MPI_Win_get_attr(win, keys[i], &value, &flag);
        if (!flag)
            abort();
    }

    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);
    MPI_Win_get_errhandler(win, &handler);
    MPI_Win_set_errhandler(win, handler);
    MPI_Comm_set_errhandler(MPI_COMM_WORLD, handler);
    if (handler != MPI_ERRORS_RETURN)
        abort();
    MPI_Errhandler_free(&handler);
    MPI_Win_set_errhandler(win, MPI_ERRORS_ARE_FATAL);

    MPI_Win_get_info(win, &info);
    MPI_Win_set_info(win, info);
    MPI_Info_free(&info);
    MPI_Win_free(&win);

    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_ENV, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
