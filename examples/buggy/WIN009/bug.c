// MPI_Finalize frees no windows. The window of the last step is never freed: the early
// return skips MPI_Win_free.
#include <mpi.h>

static int cells[4];

static void step(int last) {
    MPI_Win win;

    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win); // want WIN009 "not freed"
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    if (last)
        return;
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    step(0);
    step(1);
    MPI_Finalize();
    return 0;
}
