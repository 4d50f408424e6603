// Rank 1 polls a flag in its own window by atomic calls only, then gets and puts the cell beside the flag.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1, got = 0, data = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_fence(0, win);
    cells[0] = cells[1] = 0;
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);

    MPI_Win_lock_all(0, win);
    if (rank == 0) {
        MPI_Put(&value, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Accumulate(&value, 1, MPI_INT, 1, 1, 1, MPI_INT, MPI_SUM, win);
        MPI_Win_flush(1, win);
    } else {
        while (got == 0) {
            MPI_Fetch_and_op(&value, &got, MPI_INT, 1, 1, MPI_NO_OP, win);
            MPI_Win_flush(1, win);
        }
        MPI_Get(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
        MPI_Win_flush(1, win);
        MPI_Put(&data, 1, MPI_INT, 1, 0, 1, MPI_INT, win);
    }
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
