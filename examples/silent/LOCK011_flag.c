// The ranks take two locks in opposite order. Rank 1 first polls
// a flag that rank 0 sets after it has released both locks.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells, *more;
    int one = 1, zero = 0, seen = 0;
    MPI_Win win, other;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_allocate(4 * sizeof *more, sizeof *more, MPI_INFO_NULL, MPI_COMM_WORLD, &more, &other);

    if (rank == 0) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 0, 0, other);
        more[0] = 0;
        MPI_Win_unlock(0, other);
    }
    MPI_Barrier(MPI_COMM_WORLD);
    if (rank == 1)
        MPI_Win_lock_all(0, other);
    while (rank == 1 && !seen) {
        MPI_Fetch_and_op(&zero, &seen, MPI_INT, 0, 0, MPI_NO_OP, other);
        MPI_Win_flush(0, other);
    }
    if (rank == 1)
        MPI_Win_unlock_all(other);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1 - rank, 0, win);
    MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_unlock(1 - rank, win);
    MPI_Win_unlock(rank, win);
    if (rank == 0) {
        MPI_Win_lock_all(0, other);
        MPI_Accumulate(&one, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_REPLACE, other);
        MPI_Win_unlock_all(other);
    }

    MPI_Win_free(&other);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
