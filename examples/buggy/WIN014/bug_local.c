// The memory of a window is a local variable of a function that has returned
// when the other rank puts into it.
#include <mpi.h>

enum { N = 100 };

static MPI_Win expose(void) {
    int cells[N] = {0};
    MPI_Win win;

    MPI_Win_create(cells, sizeof cells, sizeof *cells, MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want WIN014 "^memory of the window is a local variable of a function that returned before MPI_Win_free$"
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
