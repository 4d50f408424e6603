// gomarmot: ranks=4
// Each rank takes two locks at a time, in ascending order
// of the target, and releases them in either order.
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 1;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    for (int i = 0; i < 4; i++) {
        int low = (rank + i) % 3, high = low + 1 + (rank + i) % (3 - low);
        MPI_Win_lock(MPI_LOCK_EXCLUSIVE, low, 0, win);
        MPI_Win_lock(i % 2 ? MPI_LOCK_EXCLUSIVE : MPI_LOCK_SHARED, high, 0, win);
        MPI_Get(&value, 1, MPI_INT, high, 0, 1, MPI_INT, win);
        MPI_Win_flush(high, win);
        MPI_Put(&value, 1, MPI_INT, low, 0, 1, MPI_INT, win);
        MPI_Win_unlock(i % 2 ? low : high, win);
        MPI_Win_unlock(i % 2 ? high : low, win);
    }

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
