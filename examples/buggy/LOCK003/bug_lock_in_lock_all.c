// MPI_Win_lock_all has locked the windows of all
// ranks. Rank 0 locks the window of rank 1 once more.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        if (MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win) == MPI_SUCCESS) // want LOCK003 "lock_all"
            MPI_Win_unlock(1, win);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
