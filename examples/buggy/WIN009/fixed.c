// Every window is freed on every way out of the function that created it.
#include <mpi.h>

static int cells[4];

static void step(void) {
    MPI_Win win;

    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(MPI_MODE_NOPRECEDE, win);
    MPI_Win_fence(MPI_MODE_NOSUCCEED, win);
    MPI_Win_free(&win);
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    step();
    step();
    MPI_Finalize();
    return 0;
}
