// Each rank locks its own window, and then the window of the other rank: neither rank
// gets the second lock, whether MPI_Win_lock or a later call waits for the lock.
// gomarmot: hang
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, peer, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    peer = 1 - rank;
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Put(&rank, 1, MPI_INT, rank, 0, 1, MPI_INT, win);
    MPI_Win_flush(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, win); // want HANG001 "^ranks 0, 1 wait for each other: rank 0 in MPI_Win_[a-z]+ waits for a lock that rank 1 holds; rank 1 in MPI_Win_[a-z]+ waits for a lock that rank 0 holds$"
    MPI_Put(&rank, 1, MPI_INT, peer, 1, 1, MPI_INT, win);
    MPI_Win_unlock(peer, win);
    MPI_Win_unlock(rank, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
