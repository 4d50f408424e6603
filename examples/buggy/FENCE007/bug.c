// Each rank stores to its window, but asserts with MPI_MODE_NOSTORE that it has not.
// gomarmot: access=auto
#include <mpi.h>

int main(int argc, char **argv) {
    int rank, *cells;
    int value = 0;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(0, win);
    cells[1] = rank;
    MPI_Win_fence(MPI_MODE_NOSTORE, win); // want FENCE007 "^MPI_MODE_NOSTORE, but this rank has stored to its window since the last synchronization, by a store"
    MPI_Get(&value, 1, MPI_INT, 1 - rank, 1, 1, MPI_INT, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
