// gomarmot: ranks=3
// Each rank flushes its put, adds one to a counter, and polls the counter until every rank has added one.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int result = 0, seen = 0, one = 1, zero = 0;
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
    MPI_Put(&rank, 1, MPI_INT, 2, 1 + rank, 1, MPI_INT, win);
    MPI_Win_flush(2, win);
    MPI_Fetch_and_op(&one, &seen, MPI_INT, 2, 0, MPI_SUM, win);
    MPI_Win_flush(2, win);
    do {
        MPI_Fetch_and_op(&zero, &seen, MPI_INT, 2, 0, MPI_NO_OP, win);
        MPI_Win_flush(2, win);
    } while (seen < 3);
    MPI_Get(&result, 1, MPI_INT, 2, 1 + (rank + 1) % 3, 1, MPI_INT, win);
    MPI_Win_unlock_all(win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
