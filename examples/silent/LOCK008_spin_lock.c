// gomarmot: ranks=3
// A spin lock built with MPI_Compare_and_swap
// keeps the locks with MPI_MODE_NOCHECK apart.
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
    MPI_Win_lock_all(0, other);
    for (int i = 0; i < 3; i++) {
        do {
            MPI_Compare_and_swap(&one, &zero, &seen, MPI_INT, 0, 0, other);
            MPI_Win_flush(0, other);
        } while (seen);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 1, MPI_MODE_NOCHECK, win);
        MPI_Put(&rank, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_unlock(1, win);
        MPI_Compare_and_swap(&zero, &one, &seen, MPI_INT, 0, 0, other);
        MPI_Win_flush(0, other);
    }
    MPI_Win_unlock_all(other);

    MPI_Win_free(&other);
    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
