// gomarmot: ranks=3
// The ranks take two locks in opposite order, but only
// under a third lock, which admits one rank at a time.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    for (int i = 0; i < 3; i++) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        if (rank < 2) {
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
            MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
            MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
            MPI_Win_unlock(1 - rank, win);
            MPI_Win_unlock(rank, win);
        }
        MPI_Win_unlock(2, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
