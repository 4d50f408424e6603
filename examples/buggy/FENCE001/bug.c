// Every rank holds a lock on its peer's window while it calls fence. The fence
// would open and close epochs inside the lock's access epoch.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);
    MPI_Win_set_errhandler(win, MPI_ERRORS_RETURN);

    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_fence(0, win); // want FENCE001 "lock of rank"
    MPI_Win_unlock(peer, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
