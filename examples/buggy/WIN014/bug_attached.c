// Attached memory is freed before it is detached.
// gomarmot: heap flag=-Wno-use-after-free
#include <mpi.h>
#include <stdlib.h>

enum { N = 100 };

int main(int argc, char **argv) {
    int rank;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    int *cells = calloc(N, sizeof *cells);
    MPI_Win win;

    MPI_Win_create_dynamic(MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_attach(win, cells, N * sizeof *cells);
    free(cells); // want WIN014 "^this free gives back memory of the window before MPI_Win_detach"
    MPI_Win_detach(win, cells);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
