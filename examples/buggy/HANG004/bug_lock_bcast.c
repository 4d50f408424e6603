// gomarmot: ranks=3
// Rank 0 broadcasts while it holds the shared locks of MPI_Win_lock_all. Rank 1 takes an exclusive lock before
// the broadcast. If rank 0 gets its locks first and the broadcast waits for all ranks, both ranks wait forever.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells, value = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(2 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    if (rank == 0) {
        MPI_Win_lock_all(0, win);
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD); // want HANG004 "rank 0 holds a shared lock on all ranks in MPI_Bcast, where it may wait for rank 1"
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_unlock_all(win);
    } else if (rank == 1) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        MPI_Put(&value, 1, MPI_INT, 2, 1, 1, MPI_INT, win);
        MPI_Win_unlock(2, win);
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    } else {
        MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
