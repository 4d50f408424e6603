// Both ranks free the old window first and create the new one second.
#include <mpi.h>

static int cells[4];

static MPI_Win create(void) {
    MPI_Win win;
    MPI_Win_create(cells, sizeof cells, sizeof(int), MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    return win;
}

int main(int argc, char **argv) {
    MPI_Init(&argc, &argv);

    MPI_Win old = create();
    MPI_Win_free(&old);
    MPI_Win new = create();
    MPI_Win_free(&new);

    MPI_Finalize();
    return 0;
}
