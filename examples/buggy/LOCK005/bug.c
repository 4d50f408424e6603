// Rank 0 puts in a fence epoch and locks the same window before the fence that
// ends the epoch: access epochs on one window must not overlap.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        if (MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win) == MPI_SUCCESS) // want LOCK005 "fence epoch"
            MPI_Win_unlock(1, win);
    }
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
