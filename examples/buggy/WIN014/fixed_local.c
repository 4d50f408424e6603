// The memory of the window is static.
#include <mpi.h>

enum { N = 100 };

static MPI_Win expose(void) {
    static int cells[N];
    MPI_Win win;

    MPI_Win_create(cells, sizeof cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

int main(int argc, char **argv) {
    int rank, value;
    MPI_Win win;

    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    win = expose();
    value = rank;
    MPI_Win_fence(0, win);
    MPI_Get(&value, 1, MPI_INT, 1 - rank, N / 2, 1, MPI_INT, win);
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
