// Each rank unlocks its own window before it locks the window of the other rank.
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
    MPI_Win_unlock(rank, win);
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, 0, win);
    MPI_Put(&rank, 1, MPI_INT, peer, 1, 1, MPI_INT, win);
    MPI_Win_unlock(peer, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
