// The last rank should wrap around to rank 0, but locks rank "size", which is not
// in the window's group.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    int next = rank + 1;
    if (MPI_Win_lock(MPI_LOCK_SHARED, next, 0, win) == MPI_SUCCESS) { // want LOCK002 "rank 2"
        MPI_Put(&rank, 1, MPI_INT, next, 0, 1, MPI_INT, win);
        MPI_Win_unlock(next, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
