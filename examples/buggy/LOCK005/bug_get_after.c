// Between two fences, rank 0 opens and closes a lock epoch and then
// calls MPI_Get. If the get belongs to the fence epoch, the lock lies
// inside the fence epoch; otherwise the get belongs to no epoch.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base, first = 0, second = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_fence(0, win);
    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_SHARED, 1, 0, win);
        MPI_Get(&first, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Get(&second, 1, MPI_INT, 1, 0, 1, MPI_INT, win); // want LOCK005 "the epoch of MPI_Win_lock lies within it"
    }
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
