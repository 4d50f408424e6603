// The memory is given back after the window is freed.
#include <mpi.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank, *cells;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Alloc_mem(N * sizeof *cells, MPI_INFO_NULL, &cells);
    MPI_Win win;

    MPI_Win_create(cells, N * sizeof *cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
    MPI_Free_mem(cells);

    MPI_Finalize();
    return 0;
}
