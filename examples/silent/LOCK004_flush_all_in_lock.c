// MPI_Win_flush_all and MPI_Win_flush_local_all complete operations
// at all locked targets. One lock is enough to call either function.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    MPI_Win_lock(MPI_LOCK_SHARED, peer, 0, win);
    MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
    MPI_Win_flush_local_all(win);
    MPI_Win_flush_all(win);
    MPI_Win_sync(win);
    MPI_Win_flush(peer, win);
    MPI_Win_unlock(peer, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
