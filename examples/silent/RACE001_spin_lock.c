// gomarmot: ranks=3
// MPI_Compare_and_swap acquires and releases a spin lock around the get and the put,
// which are flushed before the release.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, result = 0, seen = 0, one = 1, zero = 0, i;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    if (rank == 2) {
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, 2, 0, win);
        cells[0] = cells[1] = 0;
        MPI_Win_unlock(2, win);
    }
    MPI_Barrier(MPI_COMM_WORLD);

    MPI_Win_lock_all(0, win);
    for (i = 0; i < 3; i++) {
        do {
            MPI_Compare_and_swap(&one, &zero, &seen, MPI_INT, 2, 1, win);
            MPI_Win_flush(2, win);
        } while (seen);
        MPI_Get(&result, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
        value = result + 1;
        MPI_Put(&value, 1, MPI_INT, 2, 0, 1, MPI_INT, win);
        MPI_Win_flush(2, win);
        MPI_Compare_and_swap(&zero, &one, &seen, MPI_INT, 2, 1, win);
        MPI_Win_flush(2, win);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
