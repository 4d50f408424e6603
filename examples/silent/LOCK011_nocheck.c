// The ranks take two exclusive locks in opposite order, one rank after another
// and with MPI_MODE_NOCHECK: these locks do not wait.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *base;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int peer = 1 - rank;
    MPI_Win_allocate(sizeof *base, sizeof *base, MPI_INFO_NULL, MPI_COMM_WORLD, &base, &win);

    for (int turn = 0; turn < 2; turn++) {
        if (rank == turn) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, MPI_MODE_NOCHECK, win);
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, peer, MPI_MODE_NOCHECK, win);
            MPI_Put(&rank, 1, MPI_INT, peer, 0, 1, MPI_INT, win);
            MPI_Win_unlock(peer, win);
            MPI_Win_unlock(rank, win);
        }
        MPI_Barrier(MPI_COMM_WORLD);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
