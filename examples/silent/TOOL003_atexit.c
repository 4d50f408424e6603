// A function given to atexit calls MPI_Finalize: main returns before
// MPI_Finalize, and yet MPI ends as it should.
#include <mpi.h>
#include <stdlib.h>

static int cell;
static MPI_Win win;

static void finish(void) {
    MPI_Win_free(&win);
    MPI_Finalize();
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);
    atexit(finish);
    MPI_Win_create(&cell, sizeof cell, sizeof cell, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_fence(0, win);
    return 0;
}
