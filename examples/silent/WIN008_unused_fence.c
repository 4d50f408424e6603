// A fence opens an epoch only if RMA follows. A window may be freed after a
// fence that nothing follows, with or without MPI_MODE_NOSUCCEED.
#include <mpi.h>

static int cells[2];

static MPI_Win create(void) {
    MPI_Win win;

    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

static void exchange(int last, MPI_Win win) {
    int rank;

    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Win_fence(0, win);
    MPI_Put(&rank, 1, MPI_INT, 1 - rank, 0, 1, MPI_INT, win);
    MPI_Win_fence(last, win);
}

int main(int argc, char **argv) {
    MPI_Win win;

    MPI_Init(&argc, &argv);

    win = create(); // no synchronization at all
    MPI_Win_free(&win);
    win = create(); // a fence, and nothing after it
    MPI_Win_fence(0, win);
    MPI_Win_free(&win);
    win = create(); // the usual last fence
    exchange(0, win);
    MPI_Win_free(&win);
    win = create(); // the last fence, said to be the last
    exchange(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
