// MPI_Win_lock_all is passive target synchronization too: the promise
// no_locks=true given at creation forbids it.
#include <mpi.h>

int main(int argc, char **argv) {
    int *cell;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Win_allocate(sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &cell, &win);
    MPI_Info_free(&info);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    int err = MPI_Win_lock_all(0, win); // want WIN007 "no_locks"
    if (err == MPI_SUCCESS)
        MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
