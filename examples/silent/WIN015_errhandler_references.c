// MPI_Win_get_errhandler returns one more reference to an error handler. The program
// frees each reference once, in any order, while windows still use the error handler.
#include <mpi.h>
#include <stdlib.h>

static int called;

static void count(MPI_Win *win, int *error, ...) {
    (void)win, (void)error;
    called++;
}

int main(int argc, char **argv) {
    static int cells[12];
    MPI_Errhandler made, got, again;
    MPI_Win wins[3];

    MPI_Init(&argc, &argv);
    for (int i = 0; i < 3; i++)
        MPI_Win_create(&cells[4 * i], 4 * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &wins[i]);

    MPI_Win_create_errhandler(count, &made);
    MPI_Win_set_errhandler(wins[0], made);
    MPI_Win_get_errhandler(wins[0], &got);
    MPI_Errhandler_free(&made);
    MPI_Win_set_errhandler(wins[1], got);
    MPI_Errhandler_free(&got);
    MPI_Win_get_errhandler(wins[0], &again); // the window still has the error handler
    MPI_Win_set_errhandler(wins[2], again);
    MPI_Errhandler_free(&again);

    for (int i = 0; i < 3; i++)
        MPI_Win_call_errhandler(wins[i], MPI_ERR_OTHER);
    if (called != 3)
        abort();
    for (int i = 0; i < 3; i++)
        MPI_Win_free(&wins[i]);
    MPI_Finalize();
    return 0;
}
