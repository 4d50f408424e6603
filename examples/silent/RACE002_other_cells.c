// gomarmot: ranks=3
// Sums and products go to different cells.
#include <mpi.h>

int main(int argc, char **argv) {
    int *cells;
    int value = 1, second = 2;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Win_allocate(4 * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &cells, &win);

    MPI_Win_fence(0, win);
    MPI_Accumulate(&value, 1, MPI_INT, 0, 0, 1, MPI_INT, MPI_SUM, win);
    MPI_Accumulate(&second, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_PROD, win);
    MPI_Win_fence(0, win);

    MPI_Win_free(&win);
    MPI_Finalize();
    return 0;
}
