// Displacements in bytes: the displacement unit is 1, not 0.
#include <mpi.h>

int main(int argc, char **argv) {
    static char bytes[64];
    MPI_Win win;

    MPI_Init(&argc, &argv);

    MPI_Win_create(bytes, sizeof bytes, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &win);
    MPI_Win_free(&win);

    MPI_Finalize();
    return 0;
}
