// gomarmot: ranks=1
// A get from the rank's own window copies cells to memory that does not overlap them.
#include <mpi.h>

enum { N = 64 };

int main(int argc, char **argv) {
    int rank, *cells;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_allocate(N * sizeof(int), sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);
    MPI_Win_lock(MPI_LOCK_EXCLUSIVE, rank, 0, win);
    for (int i = 0; i < N; i++)
        cells[i] = i;

    MPI_Get(cells + 24, 16, MPI_INT, rank, 40, 16, MPI_INT, win);
    MPI_Win_unlock(rank, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
