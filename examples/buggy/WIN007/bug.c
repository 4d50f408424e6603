// The window was created with the promise no_locks=true: passive target
// synchronization is never used on it. Rank 0 locks it all the same.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, value = 42, *cell;
    MPI_Info info;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Info_create(&info);
    MPI_Info_set(info, "no_locks", "true");
    MPI_Win_allocate(sizeof(int), sizeof(int), info, MPI_COMM_WORLD, &cell, &win);
    MPI_Info_free(&info);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    if (rank == 0) {
        int err = MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, 0, win); // want WIN007 "no_locks"
        if (err == MPI_SUCCESS) {
            MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
            MPI_Win_unlock(1, win);
        }
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
